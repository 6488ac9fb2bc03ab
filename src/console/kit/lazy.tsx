import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { lazy } from 'preact-iso';
import { consolePath } from '../base.js';
import { RequestError } from '../model/request-error.js';
import { Failure } from './notice.js';
import { Page } from './page.js';

/** Returns a page whose script is loaded when the page is shown. A script that does not load makes a page that says so. */
export const lazyPage = (load: () => Promise<{ default: ComponentType }>) =>
  lazy(() => load().catch(async () => ((await isUpgraded()) ? reloaded() : { default: NotLoaded })));

/** Loads the document again. Nothing is shown until then. */
function reloaded(): Promise<never> {
  location.reload();
  return new Promise(() => undefined);
}

/**
 * Whether the service has other scripts than this document. An upgrade replaces the scripts, and only a new document has
 * the names of the new ones.
 */
async function isUpgraded(): Promise<boolean> {
  const main = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  try {
    const response = await fetch(`${consolePath}/`, { cache: 'no-store' });
    return main !== null && response.ok && !(await response.text()).includes(new URL(main.src).pathname);
  } catch {
    return false;
  }
}

/** Whether a new document could lose what a person has typed. */
const isTyping = () => document.querySelector('dialog[open], textarea') !== null;

const NotLoaded = () => (
  <Page title="The page did not load">
    <Failure error={unreachable('The service cannot be reached.')} retry={() => location.reload()} />
  </Page>
);

interface LaterProps<Props> {
  load(): Promise<ComponentType<Props>>;
  props: Props;
  label: string;
}

/** A part of a page whose code is loaded when it is shown. */
export function Later<Props extends object>({ load, props, label }: LaterProps<Props>) {
  const loaded = useSignal<{ readonly Part: ComponentType<Props> } | null>(null);
  const failure = useSignal<'unreachable' | 'upgraded' | null>(null);
  const begin = () => {
    failure.value = null;
    load().then(
      (Part) => {
        loaded.value = { Part };
      },
      async () => {
        const upgraded = await isUpgraded();
        if (upgraded && !isTyping()) await reloaded();
        failure.value = upgraded ? 'upgraded' : 'unreachable';
      },
    );
  };
  useEffect(begin, [load]);
  if (failure.value === 'upgraded')
    return (
      <Failure
        error={unreachable(
          `${label} could not be loaded: the service was upgraded. Save what you typed first.`,
        )}
        retry={() => location.reload()}
      />
    );
  if (failure.value) return <Failure error={unreachable(`${label} could not be loaded.`)} retry={begin} />;
  if (!loaded.value)
    return <div class="sk w4" role="status" aria-busy="true" aria-label={`${label}: loading`} />;
  const { Part } = loaded.value;
  return <Part {...props} />;
}

const unreachable = (text: string) => new RequestError(text, 'UNREACHABLE');
