import type { ComponentChildren } from 'preact';
import { basePath, version } from '../base.js';
import { Logo } from '../kit/logo.js';
import { useTitle } from '../kit/page.js';
import './gate.css';

interface GateProps {
  title: string;
  about?: ComponentChildren;
  children: ComponentChildren;
}

/** The page before someone is signed in: one card. */
export function Gate({ title, about, children }: GateProps) {
  useTitle(title);
  return (
    <main class="gate">
      <div class="card">
        <div class="stack tight">
          <Logo />
          <div>
            <h1>{title}</h1>
            {about && <p class="soft">{about}</p>}
          </div>
        </div>
        {children}
      </div>
      <p class="small faint row wide">
        {version && <span>Catalog {version}</span>}
        <a href={`${basePath}/about`} target="_self">
          About this service
        </a>
        <a href={`${basePath}/docs`} target="_self">
          API
        </a>
      </p>
    </main>
  );
}
