"""All seats as agents: PettingZoo's own checks in every edition, and our guarantees."""

from __future__ import annotations

import copy
import pickle
import warnings
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import stromnetz
from stromnetz import BadInput, Bid, Buy, Game, Move, Open, envs
from stromnetz.bots import make_bot
from stromnetz.editions.files.loader import all_editions
from stromnetz.envs.kinds import SlotDecision
from stromnetz.learn import encoder_of
from stromnetz.play.variants import promo_of
from tests.properties.games import game_number, promo_game

EDITIONS = sorted(all_editions())
ROBOTS = {"robots": ["random"], "money": "hidden"}
# Observations are dictionaries with a mask, as those of PettingZoo's own board games: its test knows theirs by name.
# Where a game is over, nothing is legal.
ADVICE = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
)


def kinds() -> list[Any]:
    """Every edition with the fewest and the most players, with all promo cards, robots, and the first or last map."""
    out = []
    for edition in EDITIONS:
        data = all_editions()[edition]
        counts = [row["count"] for row in data["players"]]
        options = {"promo": promo_of(edition)} if promo_of(edition) else {"money": "hidden"}
        out.append(pytest.param(edition, counts[0], options, data["maps"][0], id=f"{edition}-{counts[0]}"))
        robots = ROBOTS if data["fuels"] and not data.get("companies") else {}
        out.append(pytest.param(edition, counts[-1], robots, data["maps"][-1], id=f"{edition}-{counts[-1]}"))
    return out


def follow(env: envs.TableEnv, move: Move) -> None:
    """Make a move by choosing its slots."""
    while True:
        decision = env._decision
        assert decision is not None
        number = list(decision._moves).index(move)
        slot = next(i for i, (start, count) in enumerate(decision.slots) if start <= number < start + count)
        before = env.game.version
        env.step(slot)
        if env.game.version > before:
            return


def moves_of(decision: SlotDecision) -> list[Move]:
    """All moves that slots lead to."""
    out: list[Move] = []
    for slot in range(len(decision)):
        if decision.slots[slot][1] == 1:
            out.append(decision.first(slot))
            continue
        there = decision.slots, decision.depth
        assert decision.choose(slot) is None
        out += moves_of(decision)
        decision.slots, decision.depth = there
    return out


@pytest.mark.parametrize(("edition", "players", "options", "map"), kinds())
def test_pettingzoo_checks(
    edition: str, players: int, options: Any, map: str, capsys: pytest.CaptureFixture[str]
) -> None:
    env = envs.env(edition=edition, players=players, options=options, map=map, max_rounds=1)
    with warnings.catch_warnings():
        for advice in ADVICE:
            warnings.filterwarnings("ignore", advice)
        api_test(env, num_cycles=40)
    assert "Passed" in capsys.readouterr().out
    seed_test(lambda: envs.env(edition=edition, players=players, options=options, map=map), num_cycles=10)


@pytest.mark.parametrize("number", [0, 3, 1003, 2001, 2006, 3001, -6])
@pytest.mark.parametrize("slots", [64, 3])
def test_every_legal_move_can_be_chosen(number: int, slots: int) -> None:
    """Every move is reached exactly once, in the order of legal moves."""
    game = game_number(number) if number >= 0 else promo_game(-number)
    rng = Random(number)
    encoder = encoder_of(game.rules)
    for _ in range(120):
        if game.decision is None:
            break
        moves = game.legal_moves
        if len(moves) < 400 or slots == 64:
            assert moves_of(SlotDecision(encoder, game.position, slots)) == list(moves)
        game.apply(moves[rng.randrange(len(moves))])


def test_amounts_have_two_slots() -> None:
    """One for the lowest amount, and one for all higher ones, which are chosen in a further step."""
    env = envs.TableEnv("classic-2004", players=3)
    env.reset(seed=1)
    assert env.slot_texts()[:3] == ["open 03@3", "open 03@4 … open 03@50", "open 04@4"]
    observation = env.observe(env.agent_selection)
    _, rows = env.split(observation["observation"])
    assert rows[:3, envs.SLOT.index("further")] == pytest.approx([0, 0.46, 0])
    assert (observation["action_mask"] == [1] * 8 + [0] * 56).all()
    agent = env.agent_selection
    env.step(1)
    assert env.agent_selection == agent
    assert env.game.version == 0
    assert env.infos[agent] == {"round": 1, "decision": "auction", "step": 1, "slots": 47}
    _, rows = env.split(env.observe(agent)["observation"])
    assert rows[:3, envs.SLOT.index("cost")] == pytest.approx([0.04, 0.05, 0.06])
    last: Any = np.int64(46)
    env.step(last)
    assert env.game.rows[-1].move == Open(3, 50)


def test_further_steps_show_prices_of_fuel() -> None:
    position = {"edition": "classic-2004", "phase": "fuel", "to_act": 0, "players": [{"money": 50, "plants": [4]}, {}]}
    game = stromnetz.parse_position(position)
    env = envs.TableEnv("classic-2004", players=2)
    env.reset(options={"game": game})
    env.step(env.slot_texts().index("buy coal 2 … buy coal 4"))
    _, rows = env.split(env.observe("player_0")["observation"])
    costs = [option.costs[1:] for option in game.decision.options if option.kind == "buy"]  # type: ignore[union-attr]
    assert rows[:3, envs.SLOT.index("cost")] * 100 == pytest.approx(costs[0])
    env.step(2)
    assert env.game.rows[-1].move == Buy("coal", 4)


@pytest.mark.parametrize("edition", EDITIONS)
def test_observations_do_not_depend_on_hidden_facts(edition: str) -> None:
    """Games that a seat cannot tell apart give it the same observation and the same slots."""
    players = 3
    env = envs.TableEnv(edition, players=players, options={"money": "hidden"})
    env.reset(seed=5)
    rng, bot = Random(1), make_bot("plain")
    for step in range(120):
        game = env.game
        seat = game.position.seat
        if step % 12 == 0:
            twin = game.view(seat).sample(rng)
            assert twin.position_json() != game.position_json()
            other = envs.TableEnv(edition, players=players, options={"money": "hidden"})
            other.reset(options={"game": twin})
            agent = env.agent_selection
            assert other.agent_selection == agent
            mine, theirs = env.observe(agent), other.observe(agent)
            assert all((mine[key] == theirs[key]).all() for key in mine)
            assert (env.slot_texts(), env.infos) == (other.slot_texts(), other.infos)
        moves, move = list(game.legal_moves), bot.choose(game.view(seat))
        follow(env, move if move in moves else moves[0])  # a board can be said in another order


@pytest.mark.parametrize("reward", ["win", "rank"])
def test_rewards_of_finished_games(reward: str) -> None:
    env = envs.TableEnv("classic-2004", players=4, options={"short": True}, reward=reward)
    env.reset(seed=3)
    bots = [make_bot(name) for name in ("easy", "plain", "plain", "plain")]
    while env._decision is not None:
        seat = env.game.position.seat
        follow(env, bots[seat].choose(env.game.view(seat)))
    result = env.game.result
    assert result is not None
    assert all(env.terminations.values())
    for row in result.ranking:
        agent = f"player_{row.seat}"
        share = 1 / len(result.winners) if row.rank == 1 else 0
        # nobody shares a rank in this game
        assert env.rewards[agent] == pytest.approx(share if reward == "win" else (4 - row.rank) / 3)
        assert env.infos[agent]["rank"] == row.rank
        assert env.infos[agent]["supplied"] == row.supplied
    while env.agents:
        env.step(None)


def test_long_game_is_cut() -> None:
    env = envs.TableEnv("classic-2004", players=4, max_rounds=1)
    env.reset(seed=3)
    while env._decision is not None:
        env.step(0)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert env.rewards == dict.fromkeys(env.agents, 0.25)


def test_robots_have_no_agents() -> None:
    env = envs.TableEnv("classic-2009", players=4, options=ROBOTS)
    assert env.possible_agents == ["player_0", "player_1", "player_2"]


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    def make(render_mode: str) -> Any:
        return envs.env(edition="classic-2004", players=2, render_mode=render_mode)

    render_test(make, custom_tests={"ansi": lambda text: text.startswith("Round 1")})
    assert "Round 1" in capsys.readouterr().out


def test_use_before_reset_is_an_error() -> None:
    with pytest.raises(AttributeError, match="before reset"):
        _ = envs.env().agent_selection


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"edition": "chess"}, "classic-2004"),
        ({"map": "atlantis"}, "germany"),
        ({"players": 9}, "players"),
        ({"players": "4"}, "players"),
        ({"options": {"weather": True}}, "weather"),
        ({"regions": ["west"]}, "regions"),
        ({"slots": 1}, "slots is a whole number of 2 or more, not 1"),
        ({"reward": "glory"}, "reward is win or rank, not 'glory'"),
        ({"max_rounds": 0}, "max_rounds"),
        ({"render_mode": "rgb_array"}, "render_mode is ansi or human"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        envs.env(**options)


@pytest.mark.parametrize("action", [8, -1, None, True, "0", 0.0, np.float32(1)])
def test_bad_actions_are_refused(action: Any) -> None:
    env = envs.TableEnv("classic-2004", players=3)
    env.reset(seed=1)
    with pytest.raises(BadInput, match=r"is not a slot in use; they are 0 \(open 03@3\), 1 \(open 03@4 … open 03@50\)"):
        env.step(action)
    assert env.game.version == 0


def test_bad_seeds_games_and_agents_are_refused() -> None:
    env = envs.TableEnv("classic-2004", players=3)
    with pytest.raises(BadInput, match="seed"):
        env.reset(seed="one")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="'game' is a game"):
        env.reset(options={"game": 3})
    other: Game = stromnetz.new_game("classic-2004", players=4, seed=1)
    with pytest.raises(BadInput, match="with 4 players"):
        env.reset(options={"game": other})
    env.reset(seed=1)
    with pytest.raises(BadInput, match="player_0, player_1, player_2"):
        env.observe("player_3")


def test_given_game_is_continued() -> None:
    game = stromnetz.new_game("classic-2004", players=3, seed=1)
    game.apply(Open(3, 3))
    env = envs.TableEnv("classic-2004", players=3)
    env.reset(options={"game": game})
    assert env.slot_texts()[:2] == ["pass", "bid 4"]
    env.step(1)
    assert env.game.rows[-1].move == Bid(4)
    assert game.version == 1


@pytest.mark.parametrize("moves", [0, 40])
def test_copied_environments_behave_alike(moves: int) -> None:
    """Also in the middle of a decision with several steps, and inside the wrapper of ``env``."""
    table = envs.env(edition="classic-2004", players=3, slots=4)
    table.reset(seed=1)
    for _ in range(moves):
        table.step(int(table.observe(table.agent_selection)["action_mask"].nonzero()[0][-1]))
    others = [copy.deepcopy(table.unwrapped), copy.deepcopy(table), pickle.loads(pickle.dumps(table.unwrapped))]
    assert others[0].game is not table.unwrapped.game
    for _ in range(20):
        seen = table.observe(table.agent_selection)
        action = int(seen["action_mask"].nonzero()[0][-1])
        for other in others:
            assert other.agent_selection == table.agent_selection
            assert (other.observe(other.agent_selection)["observation"] == seen["observation"]).all()
            other.step(action)
        table.step(action)
    assert all(other.unwrapped.game == table.unwrapped.game for other in others)


# --- for searches and masked learners ---


def test_action_masks_are_those_of_the_observation() -> None:
    table = envs.raw_env(edition="classic-2004", players=3)
    table.reset(seed=1)
    for _ in range(60):
        seen = table.observe(table.agent_selection)
        masks = table.action_masks()
        assert masks.dtype == np.bool_
        assert masks.shape == (64,)
        assert (masks == (seen["action_mask"] == 1)).all()
        table.step(int(masks.nonzero()[0][-1]))


def test_clone_is_independent() -> None:
    table = envs.raw_env(edition="classic-2004", players=3)
    table.reset(seed=1)
    other = table.clone()
    other.step(0)
    assert (table.game.version, other.game.version) == (0, 1)
    table.step(0)
    assert table.game == other.game
    table.reset()
    other.reset()
    assert table.game == other.game  # also the next game


def test_information_state_is_what_the_agent_knows() -> None:
    """Games that differ only in hidden information give equal texts; each move changes them."""
    table = envs.raw_env(edition="classic-2004", players=3, options={"money": "hidden"})
    table.reset(seed=1)
    seen = {table.information_state_string()}
    for _ in range(40):
        agent = table.agent_selection
        sampled = envs.raw_env(edition="classic-2004", players=3, options={"money": "hidden"})
        view = table.game.view(table.game.position.seat)
        sampled.reset(options={"game": view.sample(Random(5))})
        own = table.information_state_string(agent).splitlines()
        (position,) = (line for line in own if line.startswith("stromnetz-position"))
        assert position == sampled.information_state_string(agent).splitlines()[2]
        table.step(int(table.action_masks().nonzero()[0][-1]))
        seen.add(table.information_state_string())
    assert len(seen) > 40


def test_information_state_tells_the_steps_of_a_decision_apart() -> None:
    table = envs.raw_env(edition="classic-2004", players=3)
    table.reset(seed=1)
    before = table.information_state_string()
    table.step(1)  # open plant 3 with a higher bid: the amount follows
    assert table.infos[table.agent_selection]["step"] == 1
    assert table.information_state_string().startswith(before)
    assert table.information_state_string() != before


def test_information_state_has_the_private_part_of_the_own_seat_only() -> None:
    table = envs.raw_env(edition="classic-2004", players=2, options={"money": "hidden"})
    table.reset(seed=1)
    first, second = (table.information_state_string(agent) for agent in table.agents)
    assert first.splitlines()[0] == "seat 0"
    assert second.splitlines()[0] == "seat 1"
    assert first != second
