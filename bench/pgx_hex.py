"""pgx's hex 11 on the CPU: prints steps a CPU second. Run by bench/vector.py with a Python that has pgx and jax."""

# mypy: ignore-errors

import sys
import time

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental.wrappers import auto_reset


def main(batch: int, steps: int) -> float:
    game = pgx.make("hex")
    step = jax.jit(jax.vmap(auto_reset(game.step, game.init)))

    @jax.jit
    def act(key, mask):
        return jax.random.categorical(key, jnp.log(mask.astype(jnp.float32)), axis=1)

    def turn(state, key):
        chosen, luck, key = jax.random.split(key, 3)
        return step(state, act(chosen, state.legal_action_mask), jax.random.split(luck, batch)), key

    key = jax.random.PRNGKey(0)
    state, key = turn(jax.jit(jax.vmap(game.init))(jax.random.split(key, batch)), key)
    jax.block_until_ready(state.observation)
    began = time.process_time()
    for _ in range(steps):
        state, key = turn(state, key)
    jax.block_until_ready(state.observation)
    return batch * steps / (time.process_time() - began)


if __name__ == "__main__":
    print(main(*map(int, sys.argv[1:])))
