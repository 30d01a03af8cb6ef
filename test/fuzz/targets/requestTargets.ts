import type { Fault } from '../../../src/base/fault.ts';
import { preparerOf } from '../../../src/client/prepare.ts';
import { allOperations, type NamedOperation } from '../../../src/contract/contract.ts';
import { exampleTexts } from '../../../src/contract/exampleTexts.ts';
import { paramsFromText } from '../../../src/contract/paramsFromText.ts';
import { canonicalText } from '../../../src/session/exactText.ts';
import { parameterDecoder, type RawParameters } from '../../../src/simulator/requestParameters.ts';
import { faults, must, outcomeOf } from '../broken.ts';
import { mutateJson } from '../mutateJson.ts';
import { mutateCharacters, mutateLines } from '../mutateText.ts';
import type { Mutate, Target } from '../target.ts';

/** A request in three parts: the parameters of its path in the form of a query, its query, and its body. */
export function requestInput({ path, query, body }: RawParameters): string {
  return [new URLSearchParams(path).toString(), query, body].join('\n');
}

function rawOf(input: string): RawParameters {
  const [path = '', query = '', ...body] = input.split('\n');
  return { path: Object.fromEntries(new URLSearchParams(path)), query, body: body.join('\n') };
}

/** The blank also moves the place at which a body that is no JSON goes wrong, which its refusal tells. */
function placeless(decoded: ReturnType<ReturnType<typeof parameterDecoder>>): string {
  const text = canonicalText(decoded);
  return decoded.type === 'decoded' ? text : text.replaceAll(/\d+/g, '0');
}

const mutateRequest: Mutate = (input, random, other) => {
  const [path = '', query = '', ...body] = input.split('\n');
  const part = random.int(4);
  if (part === 0) return [mutateCharacters(path, random, other).replaceAll('\n', ''), query, ...body].join('\n');
  if (part === 1) return [path, mutateCharacters(query, random, other).replaceAll('\n', ''), ...body].join('\n');
  return [path, query, mutateJson(body.join('\n'), random, other.split('\n').slice(2).join('\n'))].join('\n');
};

/** What the simulator reads of a request is what the client would write of it. */
export function requestTargets(
  operations: readonly NamedOperation[],
  requestsOf: (name: string) => readonly RawParameters[],
): readonly Target[] {
  return operations.map(({ name, row }) => {
    const decode = parameterDecoder(row);
    const prepare = preparerOf(name, row, row.path);
    return {
      name: `request/${name}`,
      weight: 2.5,
      seeds: requestsOf(name).map(requestInput),
      mutate: mutateRequest,
      check(input) {
        const raw = rawOf(input);
        const quick = decode(raw);
        // A blank before the body is more than the quick reader takes.
        const exact = decode({ ...raw, body: ` ${raw.body}` });
        must(placeless(quick) === placeless(exact), 'the quick reader reads other parameters');
        must(quick.type === 'decoded' || quick.type === 'invalid', () => `it is answered with ${quick.type}`);
        if (quick.type === 'decoded') outcomeOf(() => prepare(quick.parameters), faults('invalid-request'));
      },
    };
  });
}

/** Parameters as a person types them. */
export function typedTargets(): readonly Target[] {
  const operations = new Map(allOperations().map((operation) => [operation.name, operation]));
  const names = [...operations.keys()];
  return [
    {
      name: 'typed',
      weight: 8,
      seeds: [...operations.values()].map(({ name, row }) =>
        [name, ...Object.entries(exampleTexts(row)).map(([field, text]) => `${field}=${text}`)].join('\n'),
      ),
      mutate: mutateLines,
      check(input) {
        const [first = '', ...lines] = input.split('\n');
        const { name, row } = operations.get(first) ?? operations.get(names[input.length % names.length]!)!;
        const texts = Object.fromEntries(lines.map((line) => [line.split('=', 1)[0]!, line.slice(line.indexOf('=') + 1)]));
        const { value, error } = outcomeOf(() => paramsFromText(name, row, texts), faults('invalid-request'));
        if (value !== undefined) outcomeOf(() => preparerOf(name, row, row.path)(value), faults('invalid-request'));
        else must((error as Fault).outcome === 'not-sent', 'what was not sent is not said to be so');
      },
    },
  ];
}
