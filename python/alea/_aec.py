"""Games as environments of PettingZoo."""
from __future__ import annotations

import os
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from .environments import _Games, _Uncopied


class AEC(_Uncopied, AECEnv):  # type: ignore[misc]
    """A game whose agents move in turn. An observation is a dictionary of ``observation`` and ``action_mask``."""

    metadata = {"render_modes": ["ansi"], "render_fps": 4, "name": "alea_v0", "is_parallelizable": False}

    def __init__(self, game: str | os.PathLike[str], players: int, seed: int | None, render_mode: str | None = None) -> None:
        super().__init__()
        self._games = games = _Games(game, players, 1, seed, AutoresetMode.DISABLED)
        self._started = False
        self.render_mode = render_mode
        self.game: str = games.spec
        self.possible_agents = [f"seat_{seat}" for seat in range(games.players)]
        self.feature_names: list[str] = games.feature_names
        self.move_names: list[str | None] = games.move_names
        space = gymnasium.spaces.Dict(
            {"observation": games.observation_space(),
             "action_mask": gymnasium.spaces.Box(0, 1, (len(games.move_names),), np.int8)})
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {agent: games.action_space() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def _select(self) -> None:
        seat = int(self._games.seat[0])
        if seat >= 0:
            self.agent_selection = self.possible_agents[seat]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._games.reset(seed)
        self._started = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        seen = np.zeros_like(self._games.observation)
        self._games.batch.observe(seat, seen)
        mask = self._games.mask[0] if int(self._games.seat[0]) == seat else np.zeros_like(self._games.mask[0])
        return {"observation": seen[0], "action_mask": mask.astype(np.int8)}

    def step(self, action: int | None) -> None:
        if not self._started:
            raise gymnasium.error.ResetNeeded("call reset before the first step")
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._games.step_one(action)
        if self._games.over[0]:
            ended = self.truncations if self._games.truncated[0] else self.terminations
            for seat, name in enumerate(self.agents):
                ended[name] = True
                self.rewards[name] = float(self._games.reward[0, seat])
            self.agent_selection = self.agents[0]
        else:
            self._select()
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str:
        numbers = ", ".join(f"{name} {value}" for name, value in zip(self.feature_names, self._games.observation[0]))
        return f"{self.game}: {self.agent_selection} to move; {numbers}"

    def close(self) -> None:
        """There is nothing to close."""
