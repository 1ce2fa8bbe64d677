"""Files, `extends` and overrides, and every way in which they can be wrong."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from ofc_analytics.errors import LookupFailedError, RulesError
from ofc_analytics.rules import load_rules, rule_keys, rules_for_variant

# --- what is merged, and how


def test_a_house_file_changes_what_it_says_and_keeps_the_rest(write):
    rules = load_rules(
        write('extends = "american-pineapple"\n[rows]\nscoop = 6\n[royalties]\npaid = "line-winner"\n')
    )
    base = load_rules("american-pineapple")
    assert (rules.rows.scoop, rules.rows.points, rules.royalties.paid) == (6, 1, "line-winner")
    assert rules.royalties.top == base.royalties.top
    assert rules.deal == base.deal


def test_a_table_of_patterns_is_replaced_as_a_whole(write):
    rules = load_rules(
        write("""
        extends = "american-pineapple"
        royalties.top = { "AA+" = 5 }
        [fantasyland.stay]
        bottom = {}
        middle = { "full house+" = 15 }
        """)
    )
    assert dict(rules.royalties.top) == {"AA+": 5}
    assert len(rules.royalties.middle) == 7
    stay = rules.fantasyland.stay
    assert (dict(stay.top), dict(stay.middle), dict(stay.bottom)) == (
        {"three of a kind": 14},
        {"full house+": 15},
        {},
    )


def test_name_title_and_provenance_are_not_inherited(write):
    rules = load_rules(write('extends = "american-pineapple"\n', "friday.toml"))
    assert (rules.name, rules.title) == ("friday", "friday")
    assert (rules.provenance.source, rules.provenance.confidence) == ("not stated", "low")
    assert rules.fingerprint == load_rules("american-pineapple").fingerprint


def test_files_extend_files_beside_them_wherever_one_stands(write):
    write('extends = "american-classic"\nrows.points = 2\n', "sets/base.toml")
    write('extends = "base.toml"\nrows.scoop = 0\n', "sets/house.toml")
    write('extends = "sets/house.toml"\nrows.majority = 1\n', "top.toml")
    rows = load_rules("top.toml").rows
    assert (rows.points, rows.scoop, rows.majority) == (2, 0, 1)
    assert load_rules(Path("sets/house.toml").resolve()).rows.points == 2


def test_a_set_that_stands_alone_needs_only_a_deal(write):
    rules = load_rules(
        write('variant = "closed"\n[deal]\nstreets = [{ cards = 13, keep = 13 }]\nplayers = [4, 4]\n')
    )
    assert (rules.deal.cards, rules.rows.points) == (13, 1)
    assert not rules.tables.royalties.any()
    assert not rules.tables.entry.any()


def test_a_bom_and_windows_line_ends_are_read(tmp_path):
    file = tmp_path / "house.toml"
    file.write_bytes(b'\xef\xbb\xbfextends = "american-pineapple"\r\n[rows]\r\nscoop = 5\r\n')
    assert load_rules(file).rows.scoop == 5


# --- overrides


@pytest.mark.parametrize(
    ("override", "read", "value"),
    [
        ("rows.scoop=6", lambda r: r.rows.scoop, 6),
        ("foul.equal_rows=foul", lambda r: r.foul.equal_rows, "foul"),
        ("foul.equal_rows='foul-top-middle'", lambda r: r.foul.equal_rows, "foul-top-middle"),
        (" foul.pays = 4 ", lambda r: r.foul.pays, 4),
        ("foul.pays=rows", lambda r: r.foul.pays, "rows"),
        ("royalties.top.QQ=8", lambda r: (r.royalties.top["QQ"], r.royalties.top["KK"]), (8, 8)),
        ("royalties.bottom.four of a kind=12", lambda r: r.royalties.bottom["four of a kind"], 12),
        ('royalties.bottom."four of a kind"=12', lambda r: r.royalties.bottom["four of a kind"], 12),
        ("royalties.top={AA=3}", lambda r: dict(r.royalties.top), {"AA": 3}),
        ("fantasyland.entry.top.AA=16", lambda r: r.fantasyland.entry.top, {"QQ+": 14, "AA": 16}),
        ("fantasyland.entry.top.QQ+=15", lambda r: r.fantasyland.entry.top, {"QQ+": 15}),
        ("fantasyland.repeats=2", lambda r: r.fantasyland.repeats, 2),
        ("deal.players=[2,2]", lambda r: r.deal.players, (2, 2)),
        ("payout.loss_limit=50", lambda r: r.payout.loss_limit, 50),
        ("payout.loss_limit=none", lambda r: r.payout.loss_limit, None),
        ("rows.five_of_a_kind=true", lambda r: r.rows.five_of_a_kind, True),
        ("rake.percent=2.5", lambda r: r.rake.percent, Decimal("2.5")),
        ("title=Friday", lambda r: r.title, "Friday"),
        ("title=a = b", lambda r: r.title, "a = b"),
    ],
)
def test_one_rule_is_set(override, read, value):
    assert read(load_rules("american-pineapple", [override])) == value


def test_overrides_come_as_a_mapping_too_and_leave_the_set_as_it_was():
    rules = load_rules("american-pineapple", {"royalties.paid": "line-winner", "rows.scoop": 6})
    assert (rules.royalties.paid, rules.rows.scoop) == ("line-winner", 6)
    assert load_rules("american-pineapple").rows.scoop == 3


def test_a_later_override_wins():
    assert load_rules("american-pineapple", ["rows.scoop=4", "rows.scoop=5"]).rows.scoop == 5


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("foul.equal_row=foul", "there is no rule foul.equal_row; did you mean foul.equal_rows?"),
        ("equal_rows=foul", "there is no rule equal_rows; did you mean foul.equal_rows?"),
        ("royalties.Top.QQ=3", "there is no rule royalties.Top.QQ; did you mean royalties.top"),
        ("foul.pays.top=3", "there is no rule foul.pays.top; did you mean "),
        ("deal.streets.0=3", "there is no rule deal.streets.0; did you mean deal.streets?"),
        ("extends=tonybet", "there is no rule extends; a rule set has name, title, variant, deal, "),
        (
            "foul.equal_rows=sometimes",
            "foul.equal_rows = 'sometimes': expected 'legal', 'foul' or 'foul-top-middle'",
        ),
        ("foul.pays=lots", "foul.pays = 'lots': expected 'scoop' or 'rows' or a whole number"),
        ("foul.pays=1.5", "foul.pays = 1.5: expected 'scoop' or 'rows' or a whole number"),
        ("rows.scoop=six", "rows.scoop = 'six': expected a whole number"),
        ("rows.scoop=-1", "rows.scoop = -1: expected at least 0"),
        ("rows.scoop=99999999999999999999", "rows.scoop = 99999999999999999999: expected at most 1000000"),
        ("rows.points=true", "rows.points = true: expected a whole number"),
        ("rows=3", "rows = 3: expected a table"),
        ("rows.five_of_a_kind=1", "rows.five_of_a_kind = 1: expected true or false"),
        ("royalties.top.QQ=seven", "royalties.top.QQ = 'seven': expected a whole number"),
        (
            "royalties.top.quads=7",
            "royalties.top.quads: 'quads' is no pattern; expected a rank written two to five",
        ),
        (
            "royalties.top.straight=7",
            "royalties.top.straight: a row of three cards holds a high card, a pair or three of",
        ),
        (
            "royalties.middle.nine-low=7",
            "royalties.middle.nine-low: this row holds a hand of five cards, never 'nine-low'",
        ),
        (
            "royalties.top={QQ=7,AA=9}",
            "royalties.top: the table has worse and better hands but not KK; a hand that pays",
        ),
        (
            "royalties.top={TT=7,AA=9}",
            "royalties.top: the table has worse and better hands but not JJ, QQ and KK; a hand",
        ),
        (
            "deal.players=[2,4]",
            "deal.players: four players x 17 cards = 68, the deck has 52; it leaves 13 to each",
        ),
        ("deal.players=[3,2]", "deal.players: the first number, 3, is above the second, 2"),
        ("deal.players=[1,2]", "deal.players[0] = 1: expected at least 2"),
        ("deal.players=[2]", "deal.players[1] is missing: "),
        ("deal.players=[2,3,4]", "deal.players = [2, 3, 4]: expected 2 values"),
        ("deal.players=3", "deal.players = 3: expected a list"),
        ("deal.jokers=3", "deal.jokers = 3: expected at most 2"),
        ("deal.streets=[{cards=13}]", "deal.streets[0].keep is missing: "),
        ("deal.streets=[{cards=2,keep=3}]", "deal.streets[0].keep: 3 cards are kept and only 2 dealt"),
        (
            "deal.streets=[{cards=5,keep=5},{cards=7,keep=7}]",
            "deal.streets: a board has 13 cards and the streets keep 5 + 7 = 12",
        ),
        ("fantasyland.entry.top.KK=12", "fantasyland.entry.top.KK = 12: expected at least 13"),
        (
            "fantasyland.entry.several=18",
            "fantasyland.entry.several: three players x 18 cards = 54, the deck has 52",
        ),
        (
            "fantasyland.stay.top.AAA=some",
            "fantasyland.stay.top.AAA = 'some': expected a whole number or 'same'",
        ),
        (
            "payout.order=proportional",
            "payout.order: proportional pays all at once, with win_cap 'starting-total' or",
        ),
        (
            "payout.win_cap=stack",
            "payout.win_cap = 'stack': expected 'current', 'starting', 'starting-total' or 'none'",
        ),
        ("payout.loss_limit=0", "payout.loss_limit = 0: expected at least 1"),
        ("rake.cap=2", "rake: a rake needs either percent or per_point, and not both"),
        ("rake.percent=lots", "rake.percent = 'lots': expected a number"),
        ("rake.percent=inf", "rake.percent = Infinity: expected "),
        (
            "naturals.points.dragoon=13",
            "naturals.points.dragoon: there is no 'dragoon' here: expected 'six-pairs', ",
        ),
        ("provenance.date=yesterday", "provenance.date = 'yesterday': expected a date such as 2026-11-29"),
        ("title=", "title = '': expected a text that is not empty"),
        ("rows.scoop", "expected key=value, such as foul.equal_rows=foul"),
    ],
)
def test_a_wrong_override_is_told_with_what_is_allowed(override, message, complaint):
    found = complaint("american-pineapple", [override])
    assert found.startswith(f"--set {override}: {message}")
    assert "\n" not in found


def test_fantasyland_for_four_is_thirteen_cards(complaint):
    assert complaint("american-classic", ["fantasyland.entry.top.KK=14"]) == (
        "--set fantasyland.entry.top.KK=14: fantasyland.entry.top.KK: four players x 14 cards = 56,"
        " the deck has 52; it leaves 13 to each"
    )
    assert load_rules("american-pineapple", ["deal.jokers=2", "fantasyland.entry.top.KK=18"]).deal.deck == 54


VALUES = ["", "none", "true", "0", "-1", "1.5", "nan", "99999999999999999999999", "[]", "[1]", "[[]]", "{}", "{a=1}",
          "{a={b=1}}", "[{}]", "'x", "2026-11-29", "2026-11-29T10:00:00", "x\ny = 1", "13", "same", "[3, 2]", "\x00"]  # fmt: skip


@pytest.mark.parametrize("value", VALUES)
def test_no_value_of_any_rule_ends_in_anything_but_a_rule_set_or_a_plain_error(value):
    below = [
        "royalties.top.QQ",
        "royalties.top.QQ.x",
        "fantasyland.stay.top.AAA",
        "naturals.points.dragon",
        "naturals.points.",
    ]
    for key in [*rule_keys(), *below, "", ".", "..", "royalties.top."]:
        try:
            rules = load_rules("closed-chinese", [f"{key}={value}"])
        except RulesError as error:
            assert str(error).startswith(f"--set {key}={value}: ")  # noqa: PT017 - either outcome is right
        else:
            assert rules.tables.royalties.shape == (3, 256)


# --- faults in files


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('extends = "american-pineapple"\n\n[foul]\n# a remark\nequal_row = "foul"\n',
         "house.toml, line 5: there is no rule foul.equal_row; did you mean foul.equal_rows?"),
        ('extends = "american-pineapple"\n[foull]\npays = 3\n',
         "house.toml, line 2: there is no rule foull; did you mean foul?"),
        ('extends = "american-pineapple"\n[royalties.top]\nQQ = 7\nAA = 9\n',
         ("house.toml, line 2: royalties.top: the table has worse and better hands but not KK;"
         " a hand that pays nothing is given 0 points")),
        ('extends = "american-pineapple"\n[royalties]\ntop.QQ = 7\ntop.KK = "8"\ntop.AA = 9\n',
         "house.toml, line 4: royalties.top.KK = '8': expected a whole number"),
        ('extends = "american-pineapple"\n[deal]\njokers = 0\nplayers = [\n  2,\n  9,\n]\n',
         "house.toml, line 6: deal.players[1] = 9: expected at most 4"),
        ('extends = "american-pineapple"\n[deal]\nplayers = [2, 4]\n',
         "house.toml, line 3: deal.players: four players x 17 cards = 68, the deck has 52; it leaves 13 to each"),
        ('extends = "american-pineapple"\n[fantasyland]\nentry.top = { "QQ+" = 20 }\n',
         ("house.toml, line 3: fantasyland.entry.top.QQ+: three players x 20 cards = 60, the deck has 52;"
         " it leaves 17 to each")),
        (('extends = "american-pineapple"\n[[provenance.assumed]]\nkey = "payout"\nnote = "n"\n'
         '[[provenance.assumed]]\nkey = "pay"\nnote = "n"\n'),
         "house.toml, line 6: provenance.assumed[1].key: there is no rule 'pay'"),
        ('extends = "american-pineapple"\n[rows]\nmiddle = "deuce-to-seven"\n',
         ("american-pineapple.toml, line 51: royalties.middle.three of a kind: a deuce-to-seven middle holds a low,"
         " never 'three of a kind'")),
        ('variant = "classic"\n', "house.toml: deal is missing: who plays and what is dealt"),
        ('extends = "american-pineapple"\nvariant = "badugi"\n', "house.toml, line 2: variant = 'badugi': expected 'classic'"),
        ("extends = 3\n", "house.toml, line 1: extends = 3: expected the name of a rule set or of a .toml file"),
        ('# x\nextends = "american-pinapple"\n',
         ("house.toml, line 2: extends = 'american-pinapple': there is no rule set 'american-pinapple'; did you mean"
         " american-pineapple")),
        ('extends = "nowhere.toml"\n',
         "house.toml, line 1: extends = 'nowhere.toml': there is no such file beside this one"),
        ("[rows]\nscoop = \n", "house.toml, line 2, column 9: not TOML: invalid value"),
        ("[rows]\nscoop = 1\nscoop = 2\n", "house.toml, line 3, column 10: not TOML: cannot overwrite a value"),
        ("[rows\n", "house.toml, line 1, column 6: not TOML: expected ']'"),
        (f'x = {"[" * 5000}', "house.toml: not a rule set: its lists or tables are nested hundreds deep"),
    ],
)  # fmt: skip
def test_a_fault_in_a_file_is_told_with_its_line(write, text, message, complaint):
    assert complaint(write(text)).startswith(message)


def test_all_faults_are_told_at_once(write, complaint):
    text = 'extends = "american-pineapple"\n[rows]\nscoop = "x"\nwheel = "third"\n[foul]\npay = 1\n'
    assert complaint(write(text)).splitlines() == [
        "house.toml, line 3: rows.scoop = 'x': expected a whole number",
        "house.toml, line 4: rows.wheel = 'third': expected 'lowest' or 'second'",
        "house.toml, line 6: there is no rule foul.pay; did you mean foul.pays?",
    ]


def test_a_fault_in_the_file_that_is_extended_is_told_there(write, complaint):
    write('extends = "american-pineapple"\n\nrows.scoop = "x"\n', "base.toml")
    assert complaint(write('extends = "base.toml"\nrows.points = 2\n')) == (
        "base.toml, line 3: rows.scoop = 'x': expected a whole number"
    )


def test_a_replaced_list_is_not_blamed_on_the_file_it_replaces(write, complaint):
    write('extends = "american-pineapple"\n[deal]\nstreets = [\n  { cards = 13 },\n]\n')
    assert complaint("house.toml").startswith("house.toml, line 4: deal.streets[0].keep is missing")


def test_circles_show_the_way_round(write, complaint):
    write('extends = "b.toml"\n', "a.toml")
    write('\nextends = "c.toml"\n', "b.toml")
    write('extends = "a.toml"\n', "c.toml")
    assert complaint("a.toml") == (
        "c.toml, line 1: rule sets extend each other in a circle: a.toml -> b.toml -> c.toml -> a.toml"
    )
    write('extends = "self.toml"\n', "self.toml")
    assert complaint("self.toml").endswith("in a circle: self.toml -> self.toml")
    # A file that is called like a set of the library and extends that set goes round no circle.
    assert load_rules(write('extends = "tonybet"\n', "tonybet.toml")).name == "tonybet"


def test_what_is_not_there_or_cannot_be_read(write, tmp_path, complaint):
    with pytest.raises(
        LookupFailedError, match="there is no rule set 'american-pinapple'; did you mean american-pineapple"
    ):
        load_rules("american-pinapple")
    with pytest.raises(
        LookupFailedError, match=r"there is no rule set '%%%'; expected american-classic, .* or a \.toml file"
    ):
        load_rules("%%%")
    with pytest.raises(LookupFailedError, match=r"there is no rule set file 'nowhere\.toml'"):
        load_rules("nowhere.toml")
    (tmp_path / "latin.toml").write_bytes("title = 'Jörg'".encode("latin-1"))
    assert complaint("latin.toml") == "latin.toml: byte 10 is not UTF-8; a rule set is a UTF-8 text"
    (tmp_path / "folder.toml").mkdir()
    assert complaint("folder.toml").startswith("folder.toml: cannot be read: ")
    with pytest.raises(LookupFailedError, match="there is no variant 'omaha'; expected classic, "):
        rules_for_variant("omaha")
