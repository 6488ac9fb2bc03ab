import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../../src/json/lossless-json.js';
import type { Made, Token } from './action.js';
import { findAction } from './actions.js';
import { callers } from './actions-on-access.js';
import type { Script, Step } from './script.js';

/** A token of a caller, and the step that made it. */
export interface MadeToken extends Token {
  readonly caller: string;
}

/** A request that was sent. A step has several if answers were lost. */
export interface Attempt {
  /** Its position, which its user agent has: changes name the attempt that made them. */
  readonly number: number;
  readonly step: Step;
  readonly sentAt: number;
  readonly answeredAt: number;
  /** `unknown`: there was no answer, or the answer does not say whether it was done. */
  readonly outcome: 'done' | 'refused' | 'unknown';
  /** The status, or the code of the error. 0: there was no answer. */
  readonly code: number;
  readonly message: string;
  /** The id of the call; empty: no answer. */
  readonly call: string;
  readonly data: Json;
  /** Undefined: the administrator's. */
  readonly token?: MadeToken;
  /** The token that the request was about, and the one that it made. */
  readonly about?: Token;
  readonly made?: Token;
}

export interface Playing {
  readonly urls: readonly string[];
  readonly adminToken: string;
  /** The id of the webhook of the run. */
  readonly webhook: string;
  /** Called with the number of steps that are over. */
  onStep?(over: number): void;
}

export interface Played {
  /** In the order of sending. */
  readonly attempts: readonly Attempt[];
  readonly made: Made;
}

export const agentPrefix = 'soak/';
/** Longer than any nemesis. */
const giveUpMs = 180_000;

/** Sends all steps of a script. @throws when a step has no answer for minutes */
export async function play({ setup, steps }: Script, playing: Playing): Promise<Played> {
  const { urls, adminToken, webhook, onStep = () => {} } = playing;
  const attempts: Attempt[] = [];
  let sent = 0;
  const calls = new Map<number, string>();
  const tokens = new Map<string, MadeToken[]>(callers.map((caller) => [caller, []]));
  const made: Made = {
    webhook,
    callOf: (step) => calls.get(step),
    tokenOf: (caller) => tokens.get(caller)!.at(-1),
  };

  async function attempt(step: Step, retries: number): Promise<Attempt | undefined> {
    const request = findAction(step.action).request(step.args, made);
    if (!request) return undefined;
    const number = sent++;
    const own = tokens.get(step.lane);
    const token = step.isOldToken ? own![step.number % own!.length] : own?.at(-1);
    const about = step.args.caller === undefined ? undefined : made.tokenOf(step.args.caller);
    const url = urls[(step.process + retries) % urls.length]! + request.url;
    const signal =
      step.lostAfterMs !== undefined && retries === 0 ? AbortSignal.timeout(step.lostAfterMs) : null;
    const sentAt = performance.now();
    const answer = await send(url, request, `${agentPrefix}${number}`, token?.text ?? adminToken, signal);
    const base = { number, step, sentAt, answeredAt: performance.now(), ...answer };
    return { ...base, ...(token && { token }), ...(about && { about }) };
  }

  function remember(one: Attempt): Attempt {
    const { step, outcome, call, data } = one;
    if (outcome !== 'done') return one;
    calls.set(step.number, call);
    const created = (data.createAccessToken ?? data.rotateAccessToken) as
      | { accessToken: string; metadata: { id: string } }
      | undefined;
    if (!created) return one;
    const token = { caller: step.args.caller, text: created.accessToken, id: created.metadata.id };
    tokens.get(step.args.caller)!.push(token);
    return { ...one, made: token };
  }

  /** Sends a step until it has an answer, as clients do. */
  async function run(step: Step): Promise<void> {
    const until = performance.now() + giveUpMs;
    for (let retries = 0; ; retries += 1) {
      const one = await attempt(step, retries);
      if (!one) return;
      attempts.push(remember(one));
      if (one.outcome !== 'unknown') return;
      if (performance.now() > until)
        throw new Error(`Step ${step.number} (${step.action}) has no answer: ${one.code} ${one.message}`);
      if (step.lostAfterMs === undefined || retries > 0) await sleep(100);
    }
  }

  for (const step of setup) await run(step);
  const broken = attempts.find(({ outcome }) => outcome !== 'done');
  if (broken) throw new Error(`The setup fails at ${broken.step.action}: ${broken.code} ${broken.message}`);
  const lanes = new Map<string, Step[]>(steps.map(({ lane }) => [lane, []]));
  for (const step of steps) lanes.get(step.lane)!.push(step);
  let over = 0;
  await Promise.all(
    [...lanes.values()].map(async (lane) => {
      for (const step of lane) {
        await run(step);
        over += 1;
        onStep(over);
      }
    }),
  );
  return { attempts: attempts.sort((one, other) => one.number - other.number), made };
}

type Answer = Pick<Attempt, 'outcome' | 'code' | 'message' | 'call' | 'data'>;

async function send(
  url: string,
  { method, payload }: { readonly method: string; readonly payload?: unknown },
  agent: string,
  token: string,
  signal: AbortSignal | null,
): Promise<Answer> {
  try {
    const response = await fetch(url, {
      ...{ method, signal },
      headers: { authorization: `Bearer ${token}`, 'user-agent': agent, 'content-type': 'application/json' },
      ...(payload !== undefined && { body: JSON.stringify(payload) }),
    });
    const text = await response.text();
    const body = text.startsWith('{') ? JSON.parse(text) : {};
    const [error] = body.errors ?? [];
    const code = response.status === 200 && error ? Number(error.extensions?.code ?? 500) : response.status;
    const outcome = code < 300 ? 'done' : code >= 500 || code === 429 ? 'unknown' : 'refused';
    const message = String(error?.message ?? body.message ?? '');
    const call = response.headers.get('x-request-id') ?? '';
    return { outcome, code, message, call, data: body.data ?? {} };
  } catch (error) {
    return { outcome: 'unknown', code: 0, message: String(error), call: '', data: {} };
  }
}
