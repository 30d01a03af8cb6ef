/** The characters that the simulated market can have. The first one is the default. */
export const MARKET_CHARACTERS = ['calm', 'bursts', 'thin'] as const;

export type CharacterName = (typeof MARKET_CHARACTERS)[number];

/** What moves the price for a while, and how the agents behave meanwhile. */
export interface Regime {
  /** The regime is drawn when a uniform draw lies below this number and not below that of the regime before it. */
  readonly below: number;
  readonly leastS: number;
  readonly mostS: number;
  /** A multiple of the currency's own volatility. */
  readonly volatility: number;
  /** How far a trend moves the price in a second, as a multiple of the volatility. Each time it goes up or down by chance. */
  readonly drift: number;
  /** How many jumps of the price there are in a second. */
  readonly jumps: number;
  /** A multiple of the takers' rate. */
  readonly activity: number;
  /** How much more than half of the takers go with the trend, as a share of all. */
  readonly lean: number;
  /** A multiple of the distance that the makers keep. */
  readonly distance: number;
}

export interface PriceCharacter {
  /** A market begins in the first of them. */
  readonly regimes: readonly Regime[];
  /** The smallest and the largest jump, as multiples of the volatility. */
  readonly jump: readonly [least: number, most: number];
}

export interface MakersCharacter {
  /** How many orders a side has at most. */
  readonly rungs: number;
  /** How many of them count as near the price: they have steps and renewals of their own. */
  readonly near: number;
  /** How many rungs the makers look at in a step; the fraction is a chance. */
  readonly nearPerStep: number;
  readonly farPerStep: number;
  /** The distance of the first rung from the fair price and of each further rung from the one before it, in shares of 10^-4. */
  readonly firstBps: number;
  readonly nearGapBps: number;
  readonly farGapBps: number;
  /** An order may stand further away than its rung by up to this share of the distance. */
  readonly unevenness: number;
  /** A rung is left alone while its order is off its place by less than this share of the distance. */
  readonly tolerance: number;
  /** The chance that a rung is left empty until its next turn. */
  readonly absence: number;
  /** The size of an order, as a multiple of the usual one. */
  readonly size: number;
}

/** One class of sizes: drawn when a uniform draw lies below `below`, uniform from least to most, in usual orders. */
interface TakerSize {
  readonly below: number;
  readonly least: number;
  readonly most: number;
}

export interface TakersCharacter {
  /** Orders a second in quiet times and in a burst. */
  readonly rate: number;
  readonly burstRate: number;
  readonly sizes: readonly TakerSize[];
}

/** The trades of the day before the market opens. */
export interface HistoryCharacter {
  readonly tradesPerMinute: number;
  /** Usual orders in one trade, on average. This makes the volume about that of the living market. */
  readonly units: number;
}

export interface MarketCharacter {
  readonly price: PriceCharacter;
  readonly makers: MakersCharacter;
  readonly takers: TakersCharacter;
  readonly history: HistoryCharacter;
}

const QUIET = { drift: 0, jumps: 0, activity: 1, lean: 0, distance: 1 };

const CALM: MarketCharacter = {
  price: {
    regimes: [
      { ...QUIET, below: 0.6, leastS: 120, mostS: 600, volatility: 0.7 },
      { ...QUIET, below: 0.85, leastS: 30, mostS: 180, volatility: 0.9, drift: 0.15 },
      { ...QUIET, below: 1, leastS: 20, mostS: 90, volatility: 2.5 },
    ],
    jump: [0, 0],
  },
  makers: {
    // Enough for the deepest book that can be asked for (000 Limits: 250).
    rungs: 330,
    near: 40,
    nearPerStep: 10,
    farPerStep: 1,
    firstBps: 1.2,
    nearGapBps: 0.75,
    farGapBps: 1.1,
    unevenness: 0.04,
    tolerance: 0.15,
    absence: 0,
    size: 1,
  },
  takers: {
    rate: 1.2,
    burstRate: 6,
    // Two in three are small, one in four reaches some levels deep, the rest sweeps.
    sizes: [
      { below: 0.65, least: 0.1, most: 2 },
      { below: 0.92, least: 2, most: 12 },
      { below: 1, least: 12, most: 70 },
    ],
  },
  history: { tradesPerMinute: 3, units: 130 },
};

/** Long quiet times, and between them short ones of high activity: trends in which most takers go one way, and rough times with jumps. */
const BURSTS: MarketCharacter = {
  price: {
    regimes: [
      { ...QUIET, below: 0.35, leastS: 30, mostS: 150, volatility: 0.4, activity: 0.5 },
      { below: 0.75, leastS: 10, mostS: 60, volatility: 1.6, drift: 1.6, jumps: 1 / 30, activity: 2.5, lean: 0.35, distance: 1.3 },
      { below: 1, leastS: 8, mostS: 45, volatility: 4, drift: 0, jumps: 1 / 15, activity: 3, lean: 0, distance: 2 },
    ],
    jump: [6, 20],
  },
  makers: CALM.makers,
  takers: {
    rate: 1.2,
    burstRate: 5,
    sizes: [
      { below: 0.5, least: 0.1, most: 2 },
      { below: 0.85, least: 2, most: 12 },
      { below: 1, least: 12, most: 40 },
    ],
  },
  history: { tradesPerMinute: 3, units: 250 },
};

/** Few and small orders at uneven distances, which the makers seldom look at; a taker comes now and then. */
const THIN: MarketCharacter = {
  price: CALM.price,
  makers: {
    rungs: 14,
    near: 14,
    nearPerStep: 0.6,
    farPerStep: 0,
    firstBps: 8,
    nearGapBps: 7,
    farGapBps: 0,
    unevenness: 0.6,
    tolerance: 0.75,
    absence: 0.3,
    size: 0.2,
  },
  takers: {
    rate: 0.06,
    burstRate: 0.4,
    sizes: [
      { below: 0.8, least: 0.02, most: 0.2 },
      { below: 1, least: 0.2, most: 1.2 },
    ],
  },
  history: { tradesPerMinute: 1, units: 1 },
};

export const CHARACTERS: Readonly<Record<CharacterName, MarketCharacter>> = { calm: CALM, bursts: BURSTS, thin: THIN };
