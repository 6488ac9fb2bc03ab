import { Badge } from './marks.js';

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly text: string;
  readonly count?: string;
  readonly href: string;
}

interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly Tab<Name>[];
  chosen: Name;
}

/** The parts of a page, each with an address of its own. Arrows move between them. */
export const Tabs = <Name extends string>({ label, tabs, chosen }: TabsProps<Name>) => (
  <div
    class="tabs"
    role="tablist"
    aria-label={label}
    onKeyDown={({ key, currentTarget }) => {
      const all = [...currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
      const at = all.indexOf(document.activeElement as HTMLElement);
      const next = {
        ArrowRight: all[at + 1] ?? all[0],
        ArrowLeft: all.at(at - 1),
        Home: all[0],
        End: all.at(-1),
      }[key];
      next?.focus();
    }}
  >
    {tabs.map(({ name, text, count, href }) => (
      <a
        key={name}
        role="tab"
        href={href}
        aria-selected={name === chosen}
        tabIndex={name === chosen ? 0 : -1}
      >
        {text}
        {count && <Badge>{count}</Badge>}
      </a>
    ))}
  </div>
);
