import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { packageFile } from '../../src/base/packageFiles.ts';
import { paramsHandlers } from '../../src/control/paramsHandlers.ts';
import type { Daemon } from '../../src/daemon/daemon.ts';
import type { ConfigPlan } from '../../src/daemon/reload/configPlan.ts';

const SOURCE = `# my desk
mode: demo
strategies:
  # tight
  maker-1: { use: maker, symbol: BTC/EUR, params: { spreadBps: 6, size: 0.01 } } # keep
`;
const CHANGED = SOURCE.replace('spreadBps: 6', 'spreadBps: 9');
const NAME = 'maker-1';
const values = { spreadBps: '9' };
const PLAN: ConfigPlan = {
  file: '',
  hash: 'h',
  before: { hash: 'b', since: '' },
  settings: [{ setting: 'strategies.maker-1.params.spreadBps', before: '6', after: '9', takesEffect: 'reload' }],
  strategies: [{ strategy: NAME, change: 'replaced', because: ['params'] }],
  orders: [],
  problems: [],
};

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-params-'));
  file = join(folder, 'my.yaml');
  writeFileSync(file, SOURCE, { mode: 0o640 });
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Over {
  readonly named?: string | undefined;
  readonly plan?: (draft: string) => Promise<ConfigPlan>;
  readonly reload?: (file: string | undefined) => Promise<ConfigPlan>;
}

function opened({ plan = async () => Promise.resolve(PLAN), reload = async () => Promise.resolve(PLAN), ...over }: Over = {}) {
  const written: string[] = [];
  const handlers = paramsHandlers({
    settings: { file: 'named' in over ? over.named : file },
    strategies: [{ name: NAME, definition: { params: { spreadBps: {}, size: {} } } }],
    configuration: { plan, reload },
    made: 0,
    // As the daemon's own, it needs the daemon.
    newId(this: { made: number }) {
      return String(this.made++);
    },
    history: { lines: { write: (...[, , text]: string[]) => void written.push(text!) } },
  } as unknown as Daemon);
  const gone = new AbortController().signal;
  const planned = async (given: Record<string, string> = values, name = NAME) => handlers['params.plan']({ name, values: given }, gone);
  const applied = async (digest = digestOf(SOURCE)) => handlers['params.apply']({ name: NAME, values, digest }, gone);
  return { planned, applied, written };
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const there = (): string => readFileSync(file, 'utf8');

describe('a plan', () => {
  it('shows the lines that differ and what a reload would do, and leaves nothing behind', async () => {
    const drafts: string[] = [];
    const { planned } = opened({
      plan: async (draft) => {
        drafts.push(readFileSync(draft, 'utf8'));
        return Promise.resolve(PLAN);
      },
    });
    expect(await planned()).toMatchObject({ file, digest: digestOf(SOURCE), plan: { file, strategies: PLAN.strategies } });
    expect((await planned()).difference.map((line) => line[0])).toEqual(['-', '+']);
    expect(drafts[0]).toBe(CHANGED);
    expect([there(), readdirSync(folder)]).toEqual([SOURCE, ['my.yaml']]);
  });

  it.each([
    [{ nothing: '1' }, NAME, /values\.nothing: maker-1 has no such parameter; it has spreadBps, size/],
    [values, 'nobody', /no strategy is called nobody/],
    [{ spreadBps: '9 }, x: { y: 1' }, NAME, /spreadBps/],
  ])('refuses %j of %s', async (given, name, why) => {
    const { planned } = opened({
      plan: async () => Promise.reject(new Fault('configuration', 'strategies.maker-1.params.spreadBps: expected a number')),
    });
    await expect(planned(given, name)).rejects.toThrow(why);
    expect([there(), readdirSync(folder)]).toEqual([SOURCE, ['my.yaml']]);
  });

  it('refuses to put into force what a person has changed in the file beside it', async () => {
    const settings = [...PLAN.settings, { setting: 'risk.maxOpenOrders', before: '1', after: '2', takesEffect: 'reload' as const }];
    const other = opened({ plan: async () => Promise.resolve({ ...PLAN, settings }) });
    await expect(other.planned()).rejects.toThrow('differs from what is in force in risk.maxOpenOrders too');
    const strategies = [{ strategy: NAME, change: 'replaced' as const, because: ['code', 'params'] }];
    const code = opened({ plan: async () => Promise.resolve({ ...PLAN, strategies }) });
    await expect(code.applied()).rejects.toThrow('maker-1 (code, params)');
    expect(there()).toBe(SOURCE);
  });

  it('is not made without a file, for one of the package, and for a link', async () => {
    await expect(opened({ named: undefined }).planned()).rejects.toThrow('started without a file');
    await expect(opened({ named: packageFile('config/demo.yaml').pathname }).planned()).rejects.toThrow('a part of the package');
    const link = join(folder, 'link.yaml');
    symlinkSync(file, link);
    await expect(opened({ named: link }).planned()).rejects.toThrow('no plain file');
  });

  it('names the file and not the draft where that is wrong', async () => {
    const { planned } = opened({ plan: async (draft) => Promise.reject(new Fault('configuration', `${draft}:5:3 is wrong`)) });
    await expect(planned()).rejects.toThrow(`${file}:5:3 is wrong`);
  });
});

describe('parameters that are applied', () => {
  it('are in the file with its comments, its mode and nothing else, in force, and in the event log', async () => {
    const reloaded: (string | undefined)[] = [];
    const { applied, written } = opened({
      reload: async (named) => {
        reloaded.push(named);
        expect(there()).toBe(CHANGED);
        return Promise.resolve(PLAN);
      },
    });
    expect(await applied()).toMatchObject({ file, plan: PLAN });
    expect([there(), readdirSync(folder), reloaded]).toEqual([CHANGED, ['my.yaml'], [file]]);
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(written).toEqual([`the parameters of maker-1 were written to ${file} and are in force: spreadBps 9`]);
  });

  it('are refused when the file was changed since the plan, or while it was made again', async () => {
    const later = `${SOURCE}# mine\n`;
    const { applied } = opened({
      plan: async () => {
        writeFileSync(file, later);
        return Promise.resolve(PLAN);
      },
    });
    await expect(applied(digestOf('another'))).rejects.toThrow('was changed since the plan was made');
    expect(there()).toBe(SOURCE);
    await expect(applied()).rejects.toThrow('was changed since the plan was made');
    expect([there(), readdirSync(folder)]).toEqual([later, ['my.yaml']]);
  });

  it('are taken back from the file when the daemon does not take them', async () => {
    const { applied, written } = opened({ reload: async () => Promise.reject(new Fault('configuration', 'nothing was applied')) });
    await expect(applied()).rejects.toThrow('nothing was applied');
    expect([there(), readdirSync(folder)]).toEqual([SOURCE, ['my.yaml']]);
    expect(written[0]).toContain('were not put into force');
  });

  it('leave alone what somebody else has written meanwhile', async () => {
    const { applied } = opened({
      reload: async () => {
        writeFileSync(file, 'mode: demo\n');
        return Promise.reject(new Fault('configuration', 'nothing was applied'));
      },
    });
    await expect(applied()).rejects.toThrow('nothing was applied');
    expect(there()).toBe('mode: demo\n');
  });
});
