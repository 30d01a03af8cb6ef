import { FILL_MODELS } from '../exchange/fillModel.ts';
import type { Settings } from '../settings/loadSettings.ts';

/** The fill models of the three bands. A configuration may set the constant of the fitted one. */
export function fillModels({ backtest: { queueShare } }: Pick<Settings, 'backtest'>): typeof FILL_MODELS {
  const { fitted, ...others } = FILL_MODELS;
  return { ...others, fitted: queueShare === undefined ? fitted : { ...fitted, queueShare: queueShare.toNumber() } };
}
