import type { WarmUpNeed } from '../../model/warmUp.ts';
import type { EngineState } from '../engineState.ts';

/** What the strategies that have not started yet want to be warmed up with: what is configured, else what their signals need. */
export function warmUpNeeds({ markets, seats }: Pick<EngineState, 'markets' | 'seats'>): readonly WarmUpNeed[] {
  return markets.all.flatMap(({ symbol, signals }) => {
    const byStrategy: Record<string, number> = {};
    for (const seat of seats) {
      if (seat.symbol !== symbol || seat.state !== 'waiting' || signals === undefined) continue;
      const ms = seat.instance.settings?.warmUpMs ?? signals.neededMs(seat.name);
      if (ms > 0 && signals.isFollowedBy(seat.name)) byStrategy[seat.name] = ms;
    }
    return Object.keys(byStrategy).length === 0 ? [] : [{ symbol, byStrategy }];
  });
}
