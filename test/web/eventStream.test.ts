import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventStreamReader } from '../../web/pure/eventStream.ts';

describe('a stream of server-sent events', () => {
  const text =
    'id: a.1\nevent: changes\ndata: {"x":1}\n\nevent: beat\ndata: {}\n\n: a comment\n\ndata: one\ndata: two\r\n\r\nevent: empty\n\n';
  const whole = [
    { event: 'changes', data: '{"x":1}', id: 'a.1' },
    { event: 'beat', data: '{}', id: undefined },
    { event: 'message', data: 'one\ntwo', id: undefined },
  ];

  it('gives the same messages however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 12 }), (places) => {
        // A cut within a line end would be another one.
        const cuts = [0, ...places.filter((at) => text[at - 1] !== '\r').toSorted((a, b) => a - b), text.length];
        const read = eventStreamReader();
        expect(cuts.flatMap((from, at) => read(text.slice(from, cuts[at + 1])))).toEqual(whole);
      }),
    );
  });

  it('gives nothing before a message is whole', () => {
    const read = eventStreamReader();
    expect(read('event: status\ndata: {')).toEqual([]);
    expect(read('}\n')).toEqual([]);
    expect(read('\n')).toEqual([{ event: 'status', data: '{}', id: undefined }]);
  });

  it('ends for a message that has no end', { tags: 'long' }, () => {
    const read = eventStreamReader();
    const piece = 'x'.repeat(1_000_000);
    expect(() => {
      for (let i = 0; i < 9; i++) read(piece);
    }).toThrow('has no end');
  });
});
