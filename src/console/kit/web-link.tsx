import type { ComponentChildren } from 'preact';

/** Metadata is not trusted: only an absolute address of the web or of a mailbox is a link. */
export function WebLink({ href, children }: { href: string; children: ComponentChildren }) {
  if (!/^(?:https?:\/\/|mailto:)/i.test(href) || !URL.canParse(href)) return <>{children}</>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
