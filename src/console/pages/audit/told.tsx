import type { ComponentChildren } from 'preact';
import { entityName, type Named } from '../../../client/named-entity.js';
import { urnName } from '../../../client/urn-name.js';
import { Avatar } from '../../kit/marks.js';
import { Tag } from '../../kit/tag.js';
import { links } from '../../model/links.js';
import { systemUser, urnType } from '../../model/urn.js';
import type { AuditEvent } from './request.js';

/** Types whose entities have no page. */
const pageless = new Set(['', 'dataHubPolicy', 'dataHubAccessToken', 'serviceAccessToken', 'dataHubWebhook']);

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

/** The name of a URN as a text. */
export function nameOf(urn: string, named: Told['named']): string {
  if (urn === systemUser) return 'System';
  const entity = named.get(urn);
  return entity ? entityName(entity) : urnName(urn);
}

interface RefProps {
  urn: string;
  named: Told['named'];
}

/** The name of what a URN names: a tag as a tag, and a link to its page if it has one. */
export function Ref({ urn, named }: RefProps) {
  const name = nameOf(urn, named);
  const type = urnType(urn);
  if (type === 'tag') return <Tag tag={{ ...named.get(urn), urn, name }} />;
  if (pageless.has(type) || urn === systemUser)
    return (
      <strong title={urn} dir="auto">
        {name}
      </strong>
    );
  return (
    <a href={links.named(urn)} title={urn} dir="auto">
      {name}
    </a>
  );
}

/** Who did it, with the avatar. */
export function Who({ urn, named }: RefProps) {
  const name = nameOf(urn, named);
  return (
    <span class="who" title={urn}>
      <Avatar urn={urn} name={name} />
      <strong dir="auto">{name}</strong>
    </span>
  );
}

/** A name that is a text, such as that of a token. */
export const Strong = ({ children }: { children: ComponentChildren }) => (
  <strong dir="auto">{children}</strong>
);
