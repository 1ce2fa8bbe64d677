"""Decode JSON of which the keys that matter are known and others may come: those are named, and left out."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_args, get_origin

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Misfit", "TolerantDecoder"]

_StructT = TypeVar("_StructT", bound=msgspec.Struct)


class Misfit(Exception):  # noqa: N818 (it is no error of the program, but a finding about a text)
    """A text that does not decode; `code` is ``json-broken`` or ``value-type``."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


class TolerantDecoder(Generic[_StructT]):
    """A decoder of JSON objects into a struct that forbids unknown fields, and yet survives them.

    Parameters
    ----------
    kind
        Struct with ``forbid_unknown_fields``, as have all structs in it.

    Examples
    --------
    >>> Seat = msgspec.defstruct("Seat", [("name", str)], forbid_unknown_fields=True)
    >>> State = msgspec.defstruct("State", [("seats", list[Seat])], forbid_unknown_fields=True)
    >>> TolerantDecoder(State).decode('{"seats": [{"name": "Anna", "hat": 3}], "z": 0}')
    (State(seats=[Seat(name='Anna')]), ['seats[].hat', 'z'])
    """

    def __init__(self, kind: type[_StructT]) -> None:
        self._kind = kind
        self._decoder = msgspec.json.Decoder(kind)

    def decode(self, text: str | bytes | msgspec.Raw) -> tuple[_StructT, list[str]]:
        """Give the object, and the paths of the keys that it has no field for.

        Raises
        ------
        Misfit
            If the text is not JSON, or a value that matters is missing or of another type.
        """
        try:
            return self._decoder.decode(text), []
        except msgspec.ValidationError:
            return self.convert(_plain(text))
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            raise Misfit("json-broken", f"the text is not JSON: {error}") from None

    def convert(self, value: object) -> tuple[_StructT, list[str]]:
        """Do the same with what was decoded already; unknown keys are removed from `value`.

        Raises
        ------
        Misfit
            As `decode`.
        """
        try:
            return msgspec.convert(value, type=self._kind), []
        except msgspec.ValidationError:
            unknown = list(_prune(value, self._kind, ""))
        try:
            return msgspec.convert(value, type=self._kind), unknown
        except msgspec.ValidationError as error:
            raise Misfit("value-type", f"the object does not read: {error}") from None


def _plain(text: str | bytes | msgspec.Raw) -> object:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Misfit("json-broken", f"the text is not JSON: {error}") from None


def _prune(value: object, kind: Any, path: str) -> Iterator[str]:  # noqa: ANN401 (a type form, which Python 3.11 cannot name)
    """Remove keys without a field, and name them."""
    if isinstance(value, list):
        inner = next((part for part in _parts(kind) if get_origin(part) in {list, tuple}), None)
        for item in value:
            yield from _prune(item, inner and get_args(inner)[0], f"{path}[]")
    elif isinstance(value, dict):
        struct = _struct(kind, value)
        if struct is None:
            return
        types = _types(struct)
        for key in list(value):
            place = f"{path}.{key}" if path else key
            if key in types:
                yield from _prune(value[key], types[key], place)
            else:
                del value[key]
                yield place


def _struct(kind: Any, value: dict[str, object]) -> type[msgspec.Struct] | None:  # noqa: ANN401 (as above)
    """Give the struct that an object is read as: of several, the one with its tag."""
    structs = [part for part in _parts(kind) if isinstance(part, type) and issubclass(part, msgspec.Struct)]
    if len(structs) <= 1:
        return next(iter(structs), None)
    configs = [(struct, struct.__struct_config__) for struct in structs]
    return next(
        (struct for struct, config in configs if value.get(config.tag_field or "") == config.tag), None
    )


@cache
def _types(struct: type[msgspec.Struct]) -> dict[str, Any]:
    types = {field.encode_name: field.type for field in msgspec.structs.fields(struct)}
    tag = struct.__struct_config__.tag_field
    return types if tag is None else {tag: str, **types}


def _parts(kind: Any) -> tuple[Any, ...]:  # noqa: ANN401 (as above)
    """Give the alternatives of a union, or the type itself."""
    return (kind,) if get_origin(kind) in {None, list, tuple} else get_args(kind)
