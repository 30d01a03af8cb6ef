import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { fetchCode } from '../live/fetchCode.ts';
import { failureText } from '../pure/faultOfAnswer.ts';
import { Empty } from './Empty.tsx';

/** A page whose code comes when it is opened for the first time. */
export function later(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | undefined;
  return function Later(): JSX.Element {
    const [View, setView] = useState<ComponentType | undefined>(() => loaded);
    const [failure, setFailure] = useState<string | undefined>(undefined);
    useEffect(() => {
      if (View !== undefined) return;
      fetchCode(load).then(
        (found) => {
          loaded = found;
          setView(() => found);
        },
        (error: unknown) => setFailure(failureText(error)),
      );
    }, []);
    if (View !== undefined) return <View />;
    return (
      <section class="panel" aria-label="Loading">
        {failure === undefined ? <Empty title="Loading …" /> : <Empty title="This page could not be loaded">{failure}</Empty>}
      </section>
    );
  };
}
