import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { RequestError } from '../api/request.js';
import { Failure } from './notice.js';

interface LaterProps<Props> {
  load(): Promise<ComponentType<Props>>;
  props: Props;
  label: string;
}

/** A part of a page whose code is loaded when it is shown. */
export function Later<Props extends object>({ load, props, label }: LaterProps<Props>) {
  const loaded = useSignal<{ readonly Part: ComponentType<Props> } | null>(null);
  const hasFailed = useSignal(false);
  const begin = () => {
    hasFailed.value = false;
    load().then(
      (Part) => {
        loaded.value = { Part };
      },
      () => {
        hasFailed.value = true;
      },
    );
  };
  useEffect(begin, [load]);
  if (hasFailed.value)
    return <Failure error={new RequestError(`${label} could not be loaded.`, 'UNREACHABLE')} retry={begin} />;
  if (!loaded.value)
    return <div class="sk w4" role="status" aria-busy="true" aria-label={`${label}: loading`} />;
  const { Part } = loaded.value;
  return <Part {...props} />;
}
