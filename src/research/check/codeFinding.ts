import type { AnyNode } from 'acorn';
import type { StrategyModule } from './strategyModule.ts';

/** Something in a strategy's code that may not be there. */
export interface CodeFinding {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** What is there, and why it may not be. */
  readonly problem: string;
  /** What to write instead. */
  readonly instead: string;
  /** It reaches the world outside of the strategy, so the code may not be run to see what it does. */
  readonly isOutside: boolean;
}

export function findingAt({ file }: StrategyModule, node: AnyNode, problem: string, instead: string, isOutside = false): CodeFinding {
  const { line, column } = node.loc!.start;
  return { file, line, column: column + 1, problem, instead, isOutside };
}
