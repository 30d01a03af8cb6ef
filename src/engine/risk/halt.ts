import { type RiskCheck, refused } from './riskCheck.ts';

/** While the engine is halted or shutting down, no new risk is taken. */
export const halt: RiskCheck = (_request, { halted }) => (halted === undefined ? undefined : refused('halted', halted));
