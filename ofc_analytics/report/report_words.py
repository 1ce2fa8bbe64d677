"""Titles, facts and explanations of a report, English and Russian; what stands in braces is filled in."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from ofc_analytics.wording import by_language

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ofc_analytics.report.terms import Language

__all__ = ["REPORT_WORDS", "ReportWords"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportWords:
    """Sentences and labels in one language; `tables` has titles by key, `facts` labels by what they tell."""

    title: str
    title_player: str
    tables: Mapping[str, str]
    facts: Mapping[str, str]
    findings: Mapping[str, str]
    issues: Mapping[str, str]
    methods: tuple[str, ...]
    all_hands: str
    all_hands_unordered: str
    some_hands: str
    rest: str
    cut_table: str
    findings_note: str
    findings_cut: str
    findings_elsewhere: str
    nothing_found: str
    unclaimed: str
    issues_cut: str
    issues_rest: str


REPORT_WORDS: Mapping[Language, ReportWords] = by_language(
    {
        "en": ReportWords(
            title="Chinese poker, hands: {}",
            title_player="{}: Chinese poker, hands: {}",
            tables=MappingProxyType(
                {
                    "players": "Players",
                    "rows": "Rows and royalties",
                    "parts": "What the points a hand are made of",
                    "fantasyland": "Fantasyland",
                    "positions": "By position",
                    "opponents": "Against each opponent",
                    "sizes": "By number of players",
                    "layouts": "By layout of the first street",
                    "rooms": "By room",
                    "units": "By unit",
                    "days": "By day",
                    "sessions": "By session",
                    "money": "Money",
                    "findings": "What does not stand",
                    "issues": "What was left out or remarked on, and why",
                }
            ),
            facts=MappingProxyType(
                {
                    "hands": "hands",
                    "players": "players",
                    "period": "played (UTC)",
                    "undated": "hands without a date: {}",
                    "rules": "rules",
                    "winner": "most points",
                    "loser": "fewest points",
                    "points": "points",
                    "rate": "points a hand",
                    "net": "money",
                    "disputed": "hands with a claim that does not stand",
                    "read": "hands read",
                    "settled": "settled",
                    "duplicates": "known already, counted once",
                    "left_out": "left out",
                    "reason": "left out: {}",
                    "player": "of these, hands of {}, in this report",
                    "player_only": "of these, hands without {}, not shown here",
                    "entries": "entries of money told beside the hands, held against them",
                    "clubs": "tables of club exports, held against the hands",
                    "beside": "read beside the hands",
                    "nothing": "no hand of it counts here: each is known already or was left out",
                    "copied": "the same play again as another hand; counted once in this report",
                    "unpriced": "settled in points alone, without a unit",
                    "file": "file",
                    "fingerprint": "fingerprint of {}",
                }
            ),
            findings=MappingProxyType(
                {
                    "severity": "severity",
                    "code": "code",
                    "hand": "hand",
                    "players": "players",
                    "claimed": "claimed",
                    "recomputed": "recomputed",
                    "at_stake": "at stake",
                    "reason": "why",
                    "place": "where",
                }
            ),
            issues=MappingProxyType(
                {
                    "severity": "severity",
                    "code": "code",
                    "times": "of this code",
                    "message": "what",
                    "place": "where",
                }
            ),
            methods=(
                "Every hand was settled anew from its cards; what a source claims is only compared.",
                (
                    "Bounds in brackets are 95 % intervals. Hands around Fantasyland depend on each other, so they count by "
                    "chain: a hand with nobody in Fantasyland and those up to the next such hand. Rates: Wilson; royalties: Hall; other means: t."
                ),
                (
                    "What is set in grey italics rests on too little. Below it stands about how many hands in all would tell, "
                    "if all went on as it did: with a chance of 80 % a win from a loss; a share to within 5 percentage points, "
                    "royalties to within half a point."
                ),
                "A dash: there was no opportunity.",
                (
                    "The Fantasyland-adjusted line credits a hand with the value of the Fantasyland it earned instead of what "
                    "the bonus hands then happened to win; it takes out the luck of bonus hands, not that of the deal."
                ),
            ),
            all_hands="Hands: {}, all of them, in the order they were played.",
            all_hands_unordered="Hands: {}, all of them, in the order of the files; not all say when they were played.",
            some_hands="{} of {} hands: those with a claim that does not stand, those the audit found something in, "
            "then those in which most points changed hands. {}",
            rest="All hands are in {}.",
            cut_table="The {} groups with the most hands of {}.",
            findings_note="{} in all.",
            findings_cut="The worst {} of {}.",
            findings_elsewhere="{} more are not about this player.",
            nothing_found="The audit found nothing that does not stand.",
            unclaimed="the sources claim nothing",
            issues_cut="Shown are {} of {}, the first of each code.",
            issues_rest="All are in {}.",
        ),
        "ru": ReportWords(
            title="Китайский покер, раздач: {}",
            title_player="{}: китайский покер, раздач: {}",
            tables=MappingProxyType(
                {
                    "players": "Игроки",
                    "rows": "Ряды и бонусы",
                    "parts": "Из чего сложились очки за раздачу",
                    "fantasyland": "Фантазия",
                    "positions": "По месту за столом",
                    "opponents": "Против каждого соперника",
                    "sizes": "По числу игроков",
                    "layouts": "По раскладке первой улицы",
                    "rooms": "По румам",
                    "units": "По кушу",
                    "days": "По дням",
                    "sessions": "По сессиям",
                    "money": "Деньги",
                    "findings": "Что не сходится",
                    "issues": "Что не вошло или замечено при чтении, и почему",
                }
            ),
            facts=MappingProxyType(
                {
                    "hands": "раздач",
                    "players": "игроков",
                    "period": "сыграно (UTC)",
                    "undated": "раздач без даты: {}",
                    "rules": "правила",
                    "winner": "больше всех очков",
                    "loser": "меньше всех очков",
                    "points": "очки",
                    "rate": "очков за раздачу",
                    "net": "деньги",
                    "disputed": "раздачи, где заявленное не сходится",
                    "read": "прочитано раздач",
                    "settled": "рассчитано",
                    "duplicates": "уже известны, учтены один раз",
                    "left_out": "не вошло",
                    "reason": "не вошло: {}",
                    "player": "из них раздачи игрока {}, в этом отчёте",
                    "player_only": "из них без игрока {}, здесь не показаны",
                    "entries": "записей о деньгах помимо раздач, сверены с ними",
                    "clubs": "столов клубных выгрузок, сверены с раздачами",
                    "beside": "прочитан помимо раздач",
                    "nothing": "ни одна раздача из него не учтена: все известны или не прочитаны",
                    "copied": "та же игра записана ещё раз как другая раздача; в отчёте учтена один раз",
                    "unpriced": "рассчитаны только в очках, куш не указан",
                    "file": "файл",
                    "fingerprint": "отпечаток правил {}",
                }
            ),
            findings=MappingProxyType(
                {
                    "severity": "важность",
                    "code": "код",
                    "hand": "раздача",
                    "players": "игроки",
                    "claimed": "заявлено",
                    "recomputed": "пересчитано",
                    "at_stake": "на кону",
                    "reason": "почему",
                    "place": "где",
                }
            ),
            issues=MappingProxyType(
                {
                    "severity": "важность",
                    "code": "код",
                    "times": "всего с этим кодом",
                    "message": "что (по-английски)",
                    "place": "где",
                }
            ),
            methods=(
                "Каждая раздача рассчитана заново по картам; заявленное в источнике только сравнивается.",
                (
                    "В скобках 95-процентные интервалы. Раздачи вокруг Фантазии зависимы, поэтому считаются цепочками: "
                    "раздача, где в Фантазии никого нет, и все до следующей такой. Доли: по Уилсону; роялти: по Холлу; прочие средние: по Стьюденту."
                ),
                (
                    "Серым курсивом набрано то, для чего раздач мало. Под ним сказано, сколько их примерно нужно всего, если "
                    "всё пойдёт так же: чтобы с вероятностью 80 % отличить выигрыш от проигрыша, узнать долю с точностью до "
                    "5 процентных пунктов, бонусы с точностью до половины очка."
                ),
                "Тире: возможности не было.",
                (
                    "Линия с поправкой на Фантазию засчитывает раздаче цену полученной Фантазии, а не то, что случайно "
                    "выиграли бонусные раздачи; она убирает везение бонусных раздач, но не везение сдачи."
                ),
            ),
            all_hands="Раздачи: {}, все, в порядке игры.",
            all_hands_unordered="Раздачи: {}, все, в порядке файлов: не обо всех сказано, когда они сыграны.",
            some_hands="{} раздач из {}: с заявленным, которое не сходится, отмеченные проверкой, затем те, где "
            "перешло больше всего очков. {}",
            rest="Все раздачи лежат в файле {}.",
            cut_table="Показаны {} групп с наибольшим числом раздач из {}.",
            findings_note="Всего: {}.",
            findings_cut="Показаны самые важные, {} из {}.",
            findings_elsewhere="Ещё {} не об этом игроке.",
            nothing_found="Проверка не нашла ничего, что не сходится.",
            unclaimed="в источниках ничего не заявлено",
            issues_cut="Показано {} из {}, первые с каждым кодом.",
            issues_rest="Все лежат в файле {}.",
        ),
    }
)
