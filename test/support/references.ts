import { encoded } from './aspects.js';
import type { Answer, Caller } from './catalog.js';

export const relationshipsUrl = '/openapi/relationships/v1/';

/** Requests the entities related to one. @param more further parameters */
export const relationships = (
  caller: Caller,
  urn: string,
  direction: 'INCOMING' | 'OUTGOING',
  more = '',
  prefix = '',
): Promise<Answer> =>
  caller.get(`${prefix}${relationshipsUrl}?urn=${encoded(urn)}&direction=${direction}${more}`);

/** Returns `<relationship> <urn>` of every related entity. @throws when the request is rejected */
export async function related(
  caller: Caller,
  urn: string,
  direction: 'INCOMING' | 'OUTGOING',
  more = '',
): Promise<string[]> {
  const { status, body } = await relationships(caller, urn, direction, more);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.entities.map(
    (one: { urn: string; relationshipType: string }) => `${one.relationshipType} ${one.urn}`,
  );
}

export const deleteReferences = (caller: Caller, urn: unknown, more: object = {}, prefix = '') =>
  caller.post(`${prefix}/entities?action=deleteReferences`, { urn, ...more });
