import { describe, expect, it } from 'vitest';
import { alarmFaults } from './alarms.ts';

const page = {
  path: 'docs/operating.md',
  text: '# O\n\n## Alarms\n\n| event | means |\n|---|---|\n| `lost`, `SluiceDown` | x |\n\n## Next\n\n| `other` | y |\n',
};
const faults = (path: string, text: string): string[] => alarmFaults([page, { path, text }]);

describe('alarmFaults', () => {
  it('takes what has a row, and what is no error', () => {
    expect(faults('src/a.ts', "log.write('error', 'lost', text); log.write('warn', 'other', text)")).toEqual([]);
    expect(faults('deploy/p/alerts.yml', '  - alert: SluiceDown\n')).toEqual([]);
  });

  it('refuses an event that is written as an error, or whose line is one, and a rule of monitoring', () => {
    const missing = (name: string): unknown[] => [expect.stringContaining(`${name} is an alarm; give it a row`)];
    expect(faults('src/a.ts', "log.write('fatal', 'other', text)")).toEqual(missing('other'));
    const line =
      "export function l(e): Line {\n  switch (e) {\n    case 'well':\n      return { level: 'info' };\n    case 'ill':\n      return { level: 'error' };\n  }\n}\n";
    expect(faults('src/a.ts', line)).toEqual(missing('ill'));
    const helped =
      "export function l(e): Line {\n  switch (e) {\n    case 'late':\n      return told(e);\n  }\n}\n\nfunction told(e) {\n  return { level: 'error' };\n}\n";
    expect(faults('src/a.ts', helped)).toEqual(missing('late'));
    expect(faults('deploy/p/alerts.yml', '  - alert: SluiceUp\n')).toEqual(missing('SluiceUp'));
  });
});
