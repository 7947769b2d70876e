/**
 * fast-check with one seed for the whole suite, so that a run fails because of a change and not by chance. `SEED=N`
 * plays other cases; a failure prints the seed either way.
 */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.SEED ?? 20261201) });

export default fc;
