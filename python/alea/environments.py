"""Environments for learning: Gymnasium's `VectorEnv` and `Env`, and PettingZoo's `AECEnv`, for every game.

The agent decides for whoever is to move (self-play). Games are stepped in C, thousands of them with one call. Observations are whole
numbers, seen from the player to move; `feature_names` says what they count. ``info["action_mask"]`` has the legal moves; an illegal
move forfeits: the game ends, but in races the seat drops out and the others play on, even one alone.

The dice are those of `alea.run`: slot s of n plays the games s, s + n, … of the seed. Without a seed one is drawn, which
`np_random_seed` has.

Needs gymnasium, and pettingzoo for `aec`: ``pip install alea-lab[environments]``.
"""
from __future__ import annotations

import os
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from . import _alea
from ._commands import UINT64, spec_of, whole

_MODES = {AutoresetMode.SAME_STEP: 0, AutoresetMode.NEXT_STEP: 1, AutoresetMode.DISABLED: 2}


class _Games:
    """Slots of games with the arrays into which C writes."""

    def __init__(self, game: str | os.PathLike[str], players: int, slots: int, seed: int | None, mode: AutoresetMode) -> None:
        slots = whole("num_envs", slots, 1, 2**20)
        self._opened = (spec_of(game), whole("players", players, 0, 8), slots, _MODES[mode])
        self.seed = int(seeding.np_random()[0].integers(2**63)) if seed is None else whole("seed", seed, 0, UINT64)
        self.batch = self._open(self.seed)
        self.spec, self.players, self.objective, self.move_names, features = self.batch.about()
        self.feature_names = [name for name, _, _ in features]
        self.least = np.array([least for _, least, _ in features], np.int32)
        self.most = np.array([most for _, _, most in features], np.int32)
        moves = len(self.move_names)
        self.observation = np.zeros((slots, len(features)), np.int32)
        self.mask = np.zeros((slots, moves), np.bool_)
        self.seat = np.zeros(slots, np.int32)
        self.game = np.zeros(slots, np.uint64)
        self.reward = np.zeros((slots, self.players), np.float64)
        self.mover_reward = np.zeros(slots, np.float64)
        self.over = np.zeros(slots, np.bool_)
        self.truncated = np.zeros(slots, np.bool_)
        self.final = np.zeros((slots, len(features)), np.int32)
        self._bind()

    def _open(self, seed: int) -> _alea.Batch:
        game, players, slots, mode = self._opened
        return _alea.open_batch(game, players, slots, seed, mode, True)

    def _bind(self) -> None:
        self.batch.bind(self.observation, self.mask, self.seat, self.game, self.reward, self.mover_reward, self.over, self.truncated,
                        self.final)
        self._fresh = True  # nothing was reset: all slots are at the start of their first games

    def step(self, actions: Any) -> None:
        given = np.asarray(actions)
        if given.dtype.kind not in "biu":
            raise TypeError(f"an action is a whole number or a boolean, not {given.dtype}")
        if given.shape != self.seat.shape:
            raise ValueError(f"{len(self.seat)} actions are needed, not an array of shape {given.shape}")
        if self._fresh:
            raise ResetNeeded("call reset before the first step")
        moves = given.astype(np.int32)
        moves[moves != given] = -1  # what needs more than 32 bits is no move
        self.batch.step(moves)

    def step_one(self, action: Any) -> None:
        if isinstance(action, int):
            action = max(-1, min(action, len(self.move_names)))  # of any size
        given = np.asarray(action)
        if given.ndim:
            raise ValueError(f"one action is needed, not an array of shape {given.shape}")
        self.step(given[None])

    def reset(self, seed: int | None = None, which: NDArray[np.bool_] | None = None) -> int | None:
        """Begins the first games of a seed; without one the next game in these slots, but the first reset begins the first."""
        if seed is not None:
            seed = whole("seed", seed, 0, UINT64)
            self.batch = self._open(seed)
        if seed is not None or self._fresh:
            self._bind()
        else:
            self.batch.reset(which)
        self._fresh = False
        return seed

    def observation_space(self) -> gymnasium.spaces.Box:
        return gymnasium.spaces.Box(self.least, self.most, dtype=np.int32)

    def action_space(self) -> gymnasium.spaces.Discrete[np.int64]:
        return gymnasium.spaces.Discrete(len(self.move_names))


class _Uncopied:
    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError("an environment cannot be copied or pickled: make another one of the same game and seed")


class VectorEnv(_Uncopied, gymnasium.vector.VectorEnv[NDArray[np.int32], NDArray[np.int64], NDArray[Any]]):
    """Many games of one game, stepped together.

    The agent decides for the player to move, whose view the observation is: self-play. The reward is that of the player who moved: 1 for
    winning and 0 for losing, or dollars, by what the game is played for. `info` has ``action_mask`` (num_envs, moves), ``seat`` (who is
    to move) and ``rewards`` (num_envs, players).

    With ``copy=False`` the arrays that `step` returns are overwritten by the next one, which saves their copies.
    """

    def __init__(
        self,
        game: str | os.PathLike[str] = "pig",
        num_envs: int = 1,
        *,
        players: int = 0,
        seed: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        mode = AutoresetMode.__members__.get(str(autoreset_mode)) or AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        if render_mode is not None:
            raise ValueError("these environments are not rendered: render_mode must be None")
        self._games = games = _Games(game, players, num_envs, seed, mode)
        super().reset(seed=games.seed)
        self._copy = copy
        self._mode = mode
        self.num_envs = num_envs = len(games.seat)
        self.game: str = games.spec
        self.players: int = games.players
        self.feature_names: list[str] = games.feature_names
        self.move_names: list[str | None] = games.move_names
        self.single_observation_space = games.observation_space()
        self.single_action_space = games.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _info(self) -> dict[str, Any]:
        games = self._games
        info = {"action_mask": self._given(games.mask), "seat": self._given(games.seat), "rewards": self._given(games.reward)}
        if self._mode == AutoresetMode.SAME_STEP and games.over.any():
            info["final_obs"] = self._given(games.final)
            info["_final_obs"] = self._given(games.over)
        return info

    def reset(self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins the first games of a seed, or without one the next games: in all slots, or those of ``options["reset_mask"]``."""
        which = (options or {}).get("reset_mask")
        if isinstance(seed, list) or (seed is not None and which is not None):
            raise ValueError("seed is one whole number for all games, and begins them all: give it without reset_mask")
        if which is not None and (np.shape(which) != (self.num_envs,) or np.asarray(which).dtype != np.bool_):
            raise ValueError(f"reset_mask is an array of {self.num_envs} booleans, one for each game")
        super().reset(seed=self._games.reset(seed, None if which is None else np.ascontiguousarray(which, np.bool_)))
        return self._given(self._games.observation), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Plays a move in every game: an array of `num_envs` whole numbers or booleans."""
        games = self._games
        if self.closed:
            raise ClosedEnvironmentError("the environment is closed")
        games.step(actions)
        given = self._given
        return (given(games.observation), given(games.mover_reward), games.over & ~games.truncated, given(games.truncated),
                self._info())


class Env(_Uncopied, gymnasium.Env[NDArray[np.int32], np.int64]):
    """One game, in which the agent decides for whoever is to move; see `VectorEnv`."""

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(self, game: str | os.PathLike[str] = "pig", *, players: int = 0, seed: int | None = None, render_mode: str | None = None) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode must be None or 'ansi', not {render_mode!r}")
        self._games = games = _Games(game, players, 1, seed, AutoresetMode.DISABLED)
        super().reset(seed=games.seed)
        self.render_mode = render_mode
        self.game: str = games.spec
        self.players: int = games.players
        self.feature_names: list[str] = games.feature_names
        self.move_names: list[str | None] = games.move_names
        self.observation_space = games.observation_space()  # type: ignore[assignment]
        self.action_space = games.action_space()

    def _info(self) -> dict[str, Any]:
        games = self._games
        return {"action_mask": games.mask[0].astype(np.int8), "seat": int(games.seat[0]), "rewards": games.reward[0].copy()}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[np.int32], dict[str, Any]]:
        super().reset(seed=self._games.reset(seed))
        return self._games.observation[0].copy(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.int32], float, bool, bool, dict[str, Any]]:
        games = self._games
        if games.over[0]:
            raise ResetNeeded("the game is over, or the environment is closed: call reset")
        games.step_one(action)
        over, truncated = bool(games.over[0]), bool(games.truncated[0])
        return games.observation[0].copy(), float(games.mover_reward[0]), over and not truncated, truncated, self._info()

    def render(self) -> str:
        games = self._games
        numbers = ", ".join(f"{name} {value}" for name, value in zip(games.feature_names, games.observation[0]))
        return f"{games.spec}: seat {int(games.seat[0])} to move; {numbers}"

    def close(self) -> None:
        """Ends the game."""
        self._games.over[:] = True


def aec(game: str | os.PathLike[str] = "pig", *, players: int = 0, seed: int | None = None) -> Any:
    """The game as PettingZoo's `AECEnv`, with agents ``seat_0``, ``seat_1``, …. Needs pettingzoo."""
    from ._aec import AEC

    return AEC(game, players, seed)


gymnasium.register(id="alea/Dice-v0", entry_point="alea.environments:Env", vector_entry_point="alea.environments:VectorEnv")
