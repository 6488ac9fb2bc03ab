import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

interface PageProps {
  title: string;
  /** Beside the title. */
  actions?: ComponentChildren;
  /** One sentence below the title. */
  about?: ComponentChildren;
  children: ComponentChildren;
}

export function Page({ title, actions, about, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} - Metadata catalog`;
  }, [title]);
  return (
    <div class="stack">
      <header class="stack">
        <div class="row apart">
          <h1>{title}</h1>
          {actions && <div class="row">{actions}</div>}
        </div>
        {about && <p class="soft">{about}</p>}
      </header>
      {children}
    </div>
  );
}
