import { useSignal } from '@preact/signals';
import type { TadaDocumentNode } from 'gql.tada';
import { useEffect } from 'preact/hooks';
import { sayFailure } from '../kit/messages.js';
import { asRequestError } from '../model/request-error.js';
import { caller } from './caller.js';
import { reloads } from './reload.js';
import { request } from './request.js';

interface Entity {
  readonly urn: string;
  /** As EntityType of GraphQL has it. */
  readonly type: string;
}

type Rights = ReadonlyMap<string, ReadonlySet<string>>;

/** Entities that one request asks about: a document has at most 15 aliases. */
const perRequest = 10;

/** Returns the privileges of the caller over entities. An entity without an answer yet is absent. */
export function useEntityRights(entities: readonly Entity[]): Rights {
  const rights = useSignal<Rights>(new Map());
  const key = entities.map(({ urn }) => urn).join('\n');
  useEffect(() => {
    const stopping = new AbortController();
    const unknown = entities.filter(({ urn }) => !rights.value.has(urn));
    for (let start = 0; start < unknown.length; start += perRequest) {
      ask(unknown.slice(start, start + perRequest), stopping.signal).then(
        (found) => {
          rights.value = new Map([...rights.value, ...found]);
        },
        (error) => {
          if (!stopping.signal.aborted) sayFailure(asRequestError(error).message);
        },
      );
    }
    return () => stopping.abort();
  }, [key, reloads.value]);
  return rights.value;
}

async function ask(entities: readonly Entity[], signal: AbortSignal): Promise<[string, Set<string>][]> {
  const names = entities.map((_, index) => `e${index}`);
  const document =
    `query Rights($actor: String!, ${names.map((name) => `$${name}: ResourceSpec!`).join(', ')}) {
    ${names.map((name) => `${name}: getGrantedPrivileges(input: {actorUrn: $actor, resourceSpec: $${name}}) {privileges}`).join('\n')}
  }` as unknown as TadaDocumentNode<Record<string, { privileges: string[] }>, Record<string, unknown>>;
  const specs = entities.map(({ urn, type }, index) => [
    `e${index}`,
    { resourceUrn: urn, resourceType: type },
  ]);
  const answer = await request(
    document,
    { actor: caller.value!.urn, ...Object.fromEntries(specs) },
    { signal },
  );
  return entities.map(({ urn }, index) => [urn, new Set(answer[`e${index}`]!.privileges)]);
}
