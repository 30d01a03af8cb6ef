import { FILL_MODELS, type FillModel } from '../../exchange/fillModel.ts';
import type { Band } from '../../research/runRecord.ts';
import type { Settings } from '../settings/loadSettings.ts';

/** The fill models of the three bands; a configuration may name the constant of the fitted one. */
export function fillModels({ backtest: { queueShare } }: Pick<Settings, 'backtest'>): Readonly<Record<Band, FillModel>> {
  const { fitted, ...others } = FILL_MODELS;
  return { ...others, fitted: queueShare === undefined ? fitted : { ...fitted, queueShare: queueShare.toNumber() } };
}
