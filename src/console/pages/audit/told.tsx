import type { ComponentChildren } from 'preact';
import type { AuditEvent } from '../../../client/audit.js';
import type { Named } from '../../../client/named-entity.js';
import { shownName } from '../entity/entity-link.js';

type Detail = Readonly<Record<string, unknown>>;

/** An event with the names of what it mentions. */
export interface Told {
  readonly event: AuditEvent;
  readonly detail: Detail;
  readonly named: ReadonlyMap<string, Named>;
}

/** Returns the members of an event's detail. */
export function readDetail({ detail }: AuditEvent): Detail {
  const value: unknown = detail === null ? null : JSON.parse(detail);
  return typeof value === 'object' && value !== null ? (value as Detail) : {};
}

/** @returns the entries of a member that is a list */
export const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map((entry) => `${entry}`) : [];

/** The URNs that a sentence about an event names. */
export function mentioned(event: AuditEvent): readonly (string | null)[] {
  const { modifier, member, from, ...detail } = readDetail(event);
  const said = [modifier, member, from, ...texts(detail.members).slice(0, 2)];
  return [event.actorUrn, event.actedForUrn, event.subjectUrn, ...said.map((urn) => `${urn}`)];
}

/** The entity of a URN, with its name if the service knows it. */
export const findEntity = (urn: string, named: Told['named']): Named => named.get(urn) ?? { urn };

/** The name of a URN as a text. */
export const findName = (urn: string, named: Told['named']): string => shownName(findEntity(urn, named));

/** A name that is a text, such as that of a token. */
export const Strong = ({ children }: { children: ComponentChildren }) => (
  <strong dir="auto">{children}</strong>
);

/** @returns as in "Create access token" */
export const typeText = (type: string): string => {
  const words = type.replace(/Event$/, '').replace(/(?!^)([A-Z])/g, ' $1');
  return words.slice(0, 1).toUpperCase() + words.slice(1).toLowerCase();
};
