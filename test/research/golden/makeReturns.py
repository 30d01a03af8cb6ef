#!/usr/bin/env python3
"""Makes returns.json: what the definitions of QuantStats 0.0.81 give for fixed series of daily returns, and what the papers of
Bailey and Lopez de Prado give, computed with pandas and scipy and without any code of this project.

    python3 test/research/golden/makeReturns.py > test/research/golden/returns.json

Needs pandas and scipy. Where the package quantstats can be imported, every value is also held to what its functions answer.
"""

import json
import math
import sys

import numpy as np
import pandas as pd
from scipy.stats import norm

PERIODS = 365


def noise(seed):
    """A generator that is the same in every version of every library: uniform in (0, 1)."""
    state = seed
    while True:
        state = (state * 1103515245 + 12345) % 2**31
        yield (state + 0.5) / 2**31


def returns_of(seed, start, days, drift, scale, tail=0.0, idle=0.0):
    uniform = noise(seed)
    values = []
    for _ in range(days):
        shock = norm.ppf(next(uniform))
        wild, still = next(uniform), next(uniform)
        value = drift + scale * shock * (4 if wild < tail else 1)
        values.append(0.0 if still < idle else round(float(value), 9))
    return pd.Series(values, index=pd.date_range(start, periods=days, freq="D"))


def geometric(groups):
    totals = groups.apply(lambda r: (1 + r).prod() - 1)
    return (1 + totals).prod() ** (1 / len(totals)) - 1


def drawdown_periods(dd):
    spans, first = [], None
    for day, depth in dd.items():
        if depth < 0:
            first = day if first is None else first
            last = day
        elif first is not None:
            spans.append((first, last))
            first = None
    if first is not None:
        spans.append((first, last))
    return [((b - a).days + 1, dd[a:b].min()) for a, b in spans]


def metrics(r):
    n = len(r)
    year, month, quarter = (r.groupby(r.index.to_period(p)) for p in "YMQ")
    comp = (1 + r).prod() - 1
    cagr = abs(comp + 1) ** (PERIODS / n) - 1
    worth = (1 + r).cumprod()
    dd = worth / worth.cummax().clip(lower=1.0) - 1
    spans = drawdown_periods(dd)
    ulcer = math.sqrt((dd**2).sum() / (n - 1))
    likeness = abs(np.corrcoef(r.values[:-1], r.values[1:])[0, 1])
    lags = np.arange(1, n)
    penalty = math.sqrt(1 + 2 * ((n - lags) / n * likeness**lags).sum())
    daily_sharpe = r.mean() / r.std(ddof=1)
    downside = math.sqrt((r[r < 0] ** 2).sum() / n)
    sortino = r.mean() / downside * math.sqrt(PERIODS)
    var_of = lambda s: norm.ppf(0.05, s.mean(), s.std())
    cvar_of = lambda s: s[s < var_of(s)].mean() if (s < var_of(s)).any() else var_of(s)
    rate = lambda s: (s > 0).sum() / (s != 0).sum()
    won, lost = r[r > 0], r[r < 0]
    payoff = won.mean() / abs(lost.mean())
    factor = won.sum() / abs(lost.sum())
    tail = abs(r.quantile(0.95) / r.quantile(1 - 0.95))
    in_market = math.ceil((r != 0).mean() * 100) / 100
    by_month = month.apply(lambda s: (1 + s).prod() - 1)
    by_year = year.apply(lambda s: (1 + s).prod() - 1)
    sums = month.sum()
    spread = 1 + 0.5 * daily_sharpe**2 - r.skew() * daily_sharpe + (r.kurt() - 3) / 4 * daily_sharpe**2
    today = r.index[-1]
    since = lambda **back: (1 + r[r.index >= today - pd.DateOffset(**back)]).prod() - 1
    rows = lambda hit: int(max((hit.groupby((~hit).cumsum()).sum()), default=0))
    return {
        "comp": comp,
        "cagr": cagr,
        "exposure": in_market,
        "rar": cagr / in_market,
        "expected_return": (1 + r).prod() ** (1 / n) - 1,
        "expected_return_monthly": geometric(month),
        "expected_return_yearly": geometric(year),
        "sharpe": daily_sharpe * math.sqrt(PERIODS),
        "probabilistic_sharpe_ratio": norm.cdf(daily_sharpe / math.sqrt(spread / (n - 1))),
        "psr_bailey": probabilistic(daily_sharpe, n, r.skew(), r.kurt() + 3),
        "smart_sharpe": daily_sharpe * math.sqrt(PERIODS) / penalty,
        "sortino": sortino,
        "smart_sortino": sortino / penalty,
        "adjusted_sortino": sortino / math.sqrt(2),
        "omega": won.sum() / -lost.sum(),
        "volatility": r.std() * math.sqrt(PERIODS),
        "skew": r.skew(),
        "kurtosis": r.kurt(),
        "risk_return_ratio": daily_sharpe,
        "kelly_criterion": (payoff * rate(r) - (1 - rate(r))) / payoff,
        "risk_of_ruin": ((1 - rate(r)) / (1 + rate(r))) ** n,
        "value_at_risk": var_of(r),
        "cvar": cvar_of(r),
        "tail_ratio": tail,
        "max_drawdown": min(dd.min(), 0.0),
        "longest_drawdown_days": max(days for days, _ in spans),
        "avg_drawdown": float(np.mean([depth for _, depth in spans])),
        "avg_drawdown_days": float(np.mean([days for days, _ in spans])),
        "calmar": cagr / abs(dd.min()),
        # QuantStats takes the sum without its sign, so that a loss looks like a recovery.
        "recovery_factor": r.sum() / abs(dd.min()),
        "ulcer_index": ulcer,
        "ulcer_performance_index": comp / ulcer,
        "serenity_index": r.sum() / (ulcer * (-cvar_of(dd) / r.std())),
        "win_rate": rate(r),
        "win_rate_monthly": rate(by_month),
        "win_rate_quarterly": rate(quarter.apply(lambda s: (1 + s).prod() - 1)),
        "win_rate_yearly": rate(by_year),
        "consecutive_wins": rows(r > 0),
        "consecutive_losses": rows(r < 0),
        "avg_return": r[r != 0].mean(),
        "avg_win": won.mean(),
        "avg_loss": lost.mean(),
        "payoff_ratio": payoff,
        "profit_ratio": abs(r[r >= 0].mean() / (r >= 0).sum()) / abs(lost.mean() / len(lost)),
        "profit_factor": factor,
        "gain_to_pain_ratio": r.sum() / abs(lost.sum()),
        "gain_to_pain_ratio_monthly": sums.sum() / abs(sums[sums < 0].sum()) if (sums < 0).any() else math.nan,
        "common_sense_ratio": factor * tail,
        "cpc_index": factor * rate(r) * payoff,
        "outlier_win_ratio": r.quantile(0.99) / r[r >= 0].mean(),
        "outlier_loss_ratio": r.quantile(0.01) / lost.mean(),
        "best_day": r.max(),
        "worst_day": r.min(),
        "best_month": by_month.max(),
        "worst_month": by_month.min(),
        "best_year": by_year.max(),
        "worst_year": by_year.min(),
        "avg_up_month": by_month[by_month > 0].mean(),
        "avg_down_month": by_month[by_month < 0].mean(),
        "mtd": (1 + r[r.index >= today.replace(day=1)]).prod() - 1,
        "ytd": (1 + r[r.index >= today.replace(day=1, month=1)]).prod() - 1,
        "three_months": since(months=3),
        "six_months": since(months=6),
        "one_year": since(years=1),
    }


def against(r, hold):
    """Figures that compare with a benchmark."""
    beta = np.cov(r, hold)[0, 1] / hold.var()
    gap = r - hold
    return {
        "r_squared": np.corrcoef(r, hold)[0, 1] ** 2,
        "correlation": np.corrcoef(r, hold)[0, 1],
        "information_ratio": gap.mean() / gap.std(),
        "beta": beta,
        "alpha": (r.mean() - beta * hold.mean()) * PERIODS,
        "treynor_ratio": ((1 + r).prod() - 1) / beta,
    }


def probabilistic(sharpe, n, skew, kurtosis, benchmark=0.0):
    return norm.cdf((sharpe - benchmark) * math.sqrt(n - 1) / math.sqrt(1 - skew * sharpe + (kurtosis - 1) / 4 * sharpe**2))


def lucky(trials, variance):
    gamma = float(np.euler_gamma)
    return math.sqrt(variance) * ((1 - gamma) * norm.ppf(1 - 1 / trials) + gamma * norm.ppf(1 - 1 / (trials * math.e)))


def significance():
    # The first is the example of the paper (The Deflated Sharpe Ratio, 2014, page 9): about 0.9004.
    cases = [
        (2.5 / math.sqrt(250), 100, 0.5 / 250, 1250, -3.0, 10.0),
        (0.1, 1000, 0.0004, 365, 0.2, 4.5),
        (0.05, 2, 0.01, 60, 0.0, 3.0),
        (-0.08, 64, 0.0025, 500, -1.1, 8.0),
    ]
    out = []
    for sharpe, trials, variance, n, skew, kurtosis in cases:
        hurdle = lucky(trials, variance)
        out.append(
            {
                "sharpe": sharpe, "trials": trials, "variance": variance, "returns": n, "skew": skew, "kurtosis": kurtosis,
                "lucky": hurdle,
                "probabilistic": probabilistic(sharpe, n, skew, kurtosis),
                "deflated": probabilistic(sharpe, n, skew, kurtosis, hurdle),
            }
        )  # fmt: skip
    return out


def held_to_quantstats(name, r, hold, values, compared):
    """Every figure that a function of QuantStats answers must be the same one."""
    try:
        from quantstats import stats as qs
    except ImportError:
        print("quantstats is not installed; its definitions alone are used", file=sys.stderr)
        return
    annual = {"periods": PERIODS}
    calls = {
        **{n: (n, {}) for n in "comp exposure skew kurtosis risk_return_ratio kelly_criterion risk_of_ruin value_at_risk cvar".split()},
        **{n: (n, {}) for n in "tail_ratio max_drawdown ulcer_index ulcer_performance_index serenity_index".split()},
        **{n: (n, {}) for n in "win_rate consecutive_wins consecutive_losses avg_return avg_win avg_loss payoff_ratio".split()},
        **{n: (n, {}) for n in "profit_ratio profit_factor gain_to_pain_ratio common_sense_ratio cpc_index".split()},
        **{n: (n, {}) for n in "outlier_win_ratio outlier_loss_ratio expected_return".split()},
        **{n: (n, annual) for n in "cagr sharpe smart_sharpe sortino smart_sortino adjusted_sortino omega volatility calmar".split()},
        "probabilistic_sharpe_ratio": ("probabilistic_sharpe_ratio", annual),
        "expected_return_monthly": ("expected_return", {"aggregate": "ME"}),
        "expected_return_yearly": ("expected_return", {"aggregate": "YE"}),
        "win_rate_monthly": ("win_rate", {"aggregate": "ME"}),
        "win_rate_quarterly": ("win_rate", {"aggregate": "QE"}),
        "win_rate_yearly": ("win_rate", {"aggregate": "YE"}),
        "best_day": ("best", {}),
        "worst_day": ("worst", {}),
        "best_month": ("best", {"aggregate": "ME"}),
        "worst_month": ("worst", {"aggregate": "ME"}),
        "best_year": ("best", {"aggregate": "YE"}),
        "worst_year": ("worst", {"aggregate": "YE"}),
        "avg_up_month": ("avg_win", {"aggregate": "ME"}),
        "avg_down_month": ("avg_loss", {"aggregate": "ME"}),
    }
    answers = {key: getattr(qs, function)(r, **options) for key, (function, options) in calls.items()}
    spans = qs.drawdown_details(qs.to_drawdown_series(r))
    if len(spans) > 0:
        answers["longest_drawdown_days"] = spans["days"].max()
        answers["avg_drawdown_days"] = spans["days"].mean()
        answers["avg_drawdown"] = spans["max drawdown"].mean() / 100
    assert math.isclose(abs(values["recovery_factor"]), qs.recovery_factor(r), rel_tol=1e-9), f"{name}.recovery_factor"
    answers.update(qs.greeks(r, hold, periods=PERIODS).to_dict())
    answers["r_squared"] = qs.r_squared(r, hold)
    answers["information_ratio"] = qs.information_ratio(r, hold)
    answers["treynor_ratio"] = qs.treynor_ratio(r, hold, periods=PERIODS)
    for key, answer in answers.items():
        mine = {**values, **compared}[key]
        same = (math.isnan(mine) and math.isnan(answer)) or math.isclose(mine, answer, rel_tol=1e-9, abs_tol=1e-15)
        assert same, f"{name}.{key}: {mine} here, {answer} from quantstats"
    print(f"{name}: {len(answers)} figures are what quantstats answers", file=sys.stderr)


SERIES = {
    "a year and more, fat tails": returns_of(7, "2025-01-20", 430, 0.0011, 0.021, tail=0.06),
    "losing from the first day": returns_of(99, "2026-02-01", 120, -0.0012, 0.013),
    "mostly idle": returns_of(1234, "2026-05-11", 75, 0.0004, 0.004, tail=0.1, idle=0.55),
    "three weeks": returns_of(5, "2026-10-12", 21, 0.002, 0.01),
}


def plain(values):
    return {key: None if math.isnan(value) else float(value) for key, value in values.items()}


def main():
    out = []
    for place, (name, r) in enumerate(SERIES.items()):
        hold = 0.6 * r + returns_of(4711 + place, r.index[0], len(r), 0.0003, 0.015)
        hold = hold.round(9)
        values, compared = metrics(r), against(r, hold)
        held_to_quantstats(name, r, hold, values, compared)
        out.append(
            {
                "name": name, "start": r.index[0].strftime("%Y-%m-%d"), "returns": r.tolist(), "hold": hold.tolist(),
                "metrics": plain(values), "against": plain(compared),
            }
        )  # fmt: skip
    json.dump({"series": out, "significance": significance()}, sys.stdout, separators=(",", ":"))
    print()


main()
