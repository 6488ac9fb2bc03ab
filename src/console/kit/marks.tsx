import { hue, hues } from './hues.js';
import { Icon } from './icon.js';

const colors = Object.values(hues);

/** The same colour for the same text, in every browser. */
function colorFor(text: string): string {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + character.codePointAt(0)!) % 1_000_003;
  return colors[sum % colors.length]!;
}

/** The first letters of the first and the last word, as in "MT" for Mina Tehrani. */
function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const letters = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return letters.map((word) => /[\p{L}\p{N}]/u.exec(word)![0].toUpperCase()).join('');
}

interface PersonProps {
  /** Of a user, a service account or a group. */
  urn: string;
  name: string;
}

/** A person as a circle with initials, a group as a circle with people, a service account as a square. */
export function Avatar({ urn, name, isLarge = false }: PersonProps & { isLarge?: boolean }) {
  const size = isLarge ? 'av large' : 'av';
  if (urn.startsWith('urn:li:corpGroup:'))
    return (
      <span class={size} aria-hidden="true">
        <Icon name="users" />
      </span>
    );
  if (/^urn:li:corpuser:(service_|__)/.test(urn))
    return (
      <span class={`${size} robot`} aria-hidden="true">
        <Icon name="robot" />
      </span>
    );
  return <span class={size} style={hue(colorFor(urn))} data-i={initials(name)} aria-hidden="true" />;
}

/** A person, group or service account: the avatar and the name, a link where there is a page. */
export function Person({ urn, name, href }: PersonProps & { href?: string | undefined }) {
  const content = (
    <>
      <Avatar urn={urn} name={name} />
      <span class="cut" dir="auto">
        {name}
      </span>
    </>
  );
  if (href === undefined)
    return (
      <span class="who" title={urn}>
        {content}
      </span>
    );
  return (
    <a class="who" href={href} title={urn}>
      {content}
    </a>
  );
}

/** Platforms whose usual abbreviation is not their first two letters. */
const abbreviations: Readonly<Record<string, string>> = {
  postgres: 'Pg',
  dbt: 'db',
  bigquery: 'BQ',
  mssql: 'MS',
  mysql: 'My',
  snowflake: 'Sn',
};

/** A platform as two letters. @param id as in "snowflake" */
export function PlatformMark({ id, name, isLarge = false }: { id: string; name: string; isLarge?: boolean }) {
  const text = abbreviations[id] ?? name.charAt(0).toUpperCase() + name.charAt(1).toLowerCase();
  return <span class={isLarge ? 'pm large' : 'pm'} data-i={text} title={name} aria-hidden="true" />;
}

interface BadgeProps {
  kind?: 'warn' | 'bad' | 'good' | 'line' | undefined;
  title?: string;
  children: preact.ComponentChildren;
}

/** A type, an environment, a key or a state beside a name. */
export const Badge = ({ kind, title, children }: BadgeProps) => (
  <span class={kind ? `badge ${kind}` : 'badge'} title={title}>
    {children}
  </span>
);
