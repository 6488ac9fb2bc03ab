/**
 * The shapes of the icons: 16 px, drawn with strokes of 1.5 px in the colour of the text. They are in the page once, and
 * each icon refers to its shape.
 */
const shapes = {
  home: <path d="M2.5 7 8 2.5 13.5 7v5.5a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zM6.25 13.5v-3.75h3.5v3.75" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.25 10.25 3.5 3.5" />
    </>
  ),
  tag: (
    <>
      <path d="M2.5 3.5a1 1 0 0 1 1-1h4.3a1 1 0 0 1 .7.3l5 5a1 1 0 0 1 0 1.4l-4.3 4.3a1 1 0 0 1-1.4 0l-5-5a1 1 0 0 1-.3-.7z" />
      <circle cx="5.5" cy="5.5" r="0.9" fill="currentColor" stroke="none" />
    </>
  ),
  key: (
    <>
      <circle cx="5" cy="11" r="2.75" />
      <path d="m7 9 6.25-6.25M10.5 5.5l2.25 2.25" />
    </>
  ),
  user: (
    <>
      <circle cx="8" cy="5.25" r="2.75" />
      <path d="M2.75 13.5c.5-2.6 2.5-4 5.25-4s4.75 1.4 5.25 4" />
    </>
  ),
  users: (
    <>
      <circle cx="6" cy="5.5" r="2.5" />
      <path d="M1.5 13.25c.4-2.4 2-3.75 4.5-3.75s4.1 1.35 4.5 3.75M10.5 3.2a2.5 2.5 0 0 1 0 4.6M12.25 9.9c1.3.55 2 1.7 2.25 3.35" />
    </>
  ),
  robot: (
    <>
      <rect x="2.5" y="5.5" width="11" height="8" rx="2" />
      <path d="M8 5.5V3" />
      <circle cx="8" cy="2.5" r="1" fill="currentColor" stroke="none" />
      <circle cx="5.75" cy="9.25" r="1" fill="currentColor" stroke="none" />
      <circle cx="10.25" cy="9.25" r="1" fill="currentColor" stroke="none" />
    </>
  ),
  shield: <path d="M8 1.75 13 3.5v4c0 3.2-1.9 5.5-5 6.75C4.9 13 3 10.7 3 7.5v-4zM5.75 7.75l1.6 1.6 3-3.1" />,
  series: <path d="M2.5 2.5v10a1 1 0 0 0 1 1h10M5.5 10l2.25-3 2.25 1.75L13 4.5" />,
  audit: (
    <>
      <rect x="3" y="2.5" width="10" height="11" rx="1.5" />
      <path d="M5.75 6h4.5M5.75 8.5h4.5M5.75 11h2.5" />
    </>
  ),
  health: <path d="M1.75 8.25H4.5l1.75-4.75 3 9 1.75-4.25h3.25" />,
  question: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M6.25 6.25c.2-1 .9-1.5 1.75-1.5 1 0 1.75.6 1.75 1.5 0 1.2-1.75 1.25-1.75 2.5" />
      <circle cx="8" cy="10.9" r="0.85" fill="currentColor" stroke="none" />
    </>
  ),
  terminal: (
    <>
      <rect x="2" y="3" width="12" height="10" rx="1.5" />
      <path d="m4.75 6.25 2 1.75-2 1.75M8.5 10h2.75" />
    </>
  ),
  moon: <path d="M13.25 9.5A5.5 5.5 0 1 1 6.5 2.75a4.5 4.5 0 0 0 6.75 6.75z" />,
  info: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 7.5v3.25" />
      <circle cx="8" cy="5.25" r="0.85" fill="currentColor" stroke="none" />
    </>
  ),
  exit: <path d="M6.5 13.5H4A1.5 1.5 0 0 1 2.5 12V4A1.5 1.5 0 0 1 4 2.5h2.5M10.5 11l3-3-3-3M13.25 8H6.5" />,
  stop: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="m6 6 4 4M10 6l-4 4" />
    </>
  ),
  plus: <path d="M8 3v10M3 8h10" />,
  pencil: <path d="m2.75 13.25.5-3 7-7a1.5 1.5 0 0 1 2.1 0l.4.4a1.5 1.5 0 0 1 0 2.1l-7 7zM9 4.5 11.5 7" />,
  dots: (
    <>
      <circle cx="3.25" cy="8" r="1.2" fill="currentColor" stroke="none" />
      <circle cx="8" cy="8" r="1.2" fill="currentColor" stroke="none" />
      <circle cx="12.75" cy="8" r="1.2" fill="currentColor" stroke="none" />
    </>
  ),
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5" />
    </>
  ),
  check: <path d="m3 8.5 3.25 3.25L13 4.75" />,
  down: <path d="m4 6 4 4 4-4" />,
  x: <path d="m4 4 8 8M12 4l-8 8" />,
  warn: (
    <>
      <path d="M7.13 2.75a1 1 0 0 1 1.74 0l5.25 9.5a1 1 0 0 1-.87 1.5H2.75a1 1 0 0 1-.87-1.5zM8 6.25v3" />
      <circle cx="8" cy="11.4" r="0.85" fill="currentColor" stroke="none" />
    </>
  ),
  filter: <path d="M2.5 4.5h11M4.5 8h7M6.5 11.5h3" />,
  right: <path d="m6 4 4 4-4 4" />,
  ok: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="m5.5 8.25 1.75 1.75 3.25-3.75" />
    </>
  ),
  minus: <path d="M3.5 8h9" />,
  up: <path d="m4 10 4-4 4 4" />,
  left: <path d="m10 4-4 4 4 4" />,
  out: (
    <path d="M9.5 2.5h4v4M13.25 2.75 7.5 8.5M6.5 3.5H4A1.5 1.5 0 0 0 2.5 5v7A1.5 1.5 0 0 0 4 13.5h7a1.5 1.5 0 0 0 1.5-1.5V9.5" />
  ),
  download: <path d="M8 2.5v7.25M4.75 6.75 8 10l3.25-3.25M2.75 13.5h10.5" />,
  sort: <path d="M5 3v10M2.5 10.5 5 13l2.5-2.5M11 13V3M8.5 5.5 11 3l2.5 2.5" />,
  trash: (
    <path d="M2.75 4.5h10.5M6 4.5V3a.75.75 0 0 1 .75-.75h2.5A.75.75 0 0 1 10 3v1.5M4 4.5l.5 8a1.25 1.25 0 0 0 1.25 1.25h4.5a1.25 1.25 0 0 0 1.25-1.25l.5-8" />
  ),
  rotate: <path d="M13.5 8a5.5 5.5 0 1 1-1.6-3.9M13.5 2v3h-3" />,
  undo: <path d="M5.5 3 2.5 6l3 3M2.5 6h6.75a3.75 3.75 0 0 1 0 7.5H6" />,
  eye: (
    <>
      <path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8z" />
      <circle cx="8" cy="8" r="2" />
    </>
  ),
  clock: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 4.75V8l2.25 1.5" />
    </>
  ),
  lock: (
    <>
      <rect x="3" y="7" width="10" height="6.5" rx="1.5" />
      <path d="M5.25 7V5a2.75 2.75 0 0 1 5.5 0v2" />
    </>
  ),
  table: (
    <>
      <rect x="2.5" y="2.5" width="11" height="11" rx="1.5" />
      <path d="M2.5 6.25h11M6.25 6.25v7.25" />
    </>
  ),
  folder: (
    <path d="M2.5 12V4.5A1 1 0 0 1 3.5 3.5h2.75l1.5 1.75h4.75a1 1 0 0 1 1 1V12a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1z" />
  ),
  chart: <path d="M3 13.5V9M6.33 13.5V5.5M9.67 13.5V8M13 13.5V2.5" />,
  flow: (
    <>
      <rect x="2" y="2.5" width="4.5" height="4" rx="1" />
      <rect x="9.5" y="9.5" width="4.5" height="4" rx="1" />
      <path d="M4.25 6.5v3.25a1.75 1.75 0 0 0 1.75 1.75h3.5" />
    </>
  ),
  lineage: (
    <>
      <rect x="1.75" y="5.75" width="4" height="4.5" rx="1" />
      <rect x="10.25" y="1.75" width="4" height="4.5" rx="1" />
      <rect x="10.25" y="9.75" width="4" height="4.5" rx="1" />
      <path d="M5.75 8h2.25V4h2.25M8 8v4h2.25" />
    </>
  ),
  term: <path d="M3 3.5A1 1 0 0 1 4 2.5h8.5v9H4a1 1 0 0 0-1 1zM3 12.5a1 1 0 0 0 1 1h8.5v-2M6 5.5h3.5" />,
  domain: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M2.25 8h11.5M8 2.25c2 1.6 2.6 3.5 2.6 5.75S10 12.15 8 13.75C6 12.15 5.4 10.25 5.4 8S6 3.85 8 2.25z" />
    </>
  ),
  link: (
    <path d="M6.75 9.25a2.5 2.5 0 0 0 3.55 0l2.2-2.2a2.5 2.5 0 0 0-3.55-3.55l-.7.7M9.25 6.75a2.5 2.5 0 0 0-3.55 0l-2.2 2.2a2.5 2.5 0 0 0 3.55 3.55l.7-.7" />
  ),
  star: <path d="m8 2.25 1.75 3.65 4 .55-2.9 2.8.7 4L8 11.35l-3.55 1.9.7-4-2.9-2.8 4-.55z" />,
  calendar: (
    <>
      <rect x="2.5" y="3.5" width="11" height="10" rx="1.5" />
      <path d="M2.5 6.75h11M5.5 2v2.5M10.5 2v2.5" />
    </>
  ),
  menu: <path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />,
  enter: <path d="M13 3.5v4A1.5 1.5 0 0 1 11.5 9H3.5M6 6 3 9l3 3" />,
  number: <path d="M6 2.75 4.75 13.25M11.25 2.75 10 13.25M3 6h10.5M2.5 10H13" />,
  text: <path d="M3.5 4.5v-1h9v1M8 3.5v9M6.25 12.5h3.5" />,
  bool: (
    <>
      <rect x="1.75" y="4.75" width="12.5" height="6.5" rx="3.25" />
      <circle cx="5" cy="8" r="1.25" />
    </>
  ),
  struct: (
    <path d="M6 2.75H5.25a1.25 1.25 0 0 0-1.25 1.25v2.5L2.75 8 4 9.5V12a1.25 1.25 0 0 0 1.25 1.25H6M10 2.75h.75A1.25 1.25 0 0 1 12 4v2.5L13.25 8 12 9.5V12a1.25 1.25 0 0 1-1.25 1.25H10" />
  ),
  list: <path d="M5.5 2.75H3v10.5h2.5M10.5 2.75H13v10.5h-2.5" />,
  fit: (
    <path d="M2.5 5.5v-2a1 1 0 0 1 1-1h2M10.5 2.5h2a1 1 0 0 1 1 1v2M13.5 10.5v2a1 1 0 0 1-1 1h-2M5.5 13.5h-2a1 1 0 0 1-1-1v-2" />
  ),
  pulse: (
    <>
      <path d="M2 8h2.5M11.5 8H14" />
      <circle cx="8" cy="8" r="2.25" />
    </>
  ),
  database: (
    <path d="M13 4c0 1.1-2.24 2-5 2s-5-.9-5-2 2.24-2 5-2 5 .9 5 2zM3 4v8c0 1.1 2.24 2 5 2s5-.9 5-2V4M3 8c0 1.1 2.24 2 5 2s5-.9 5-2" />
  ),
  layers: <path d="M8 2 14 5 8 8 2 5zM2.5 8.25 8 11l5.5-2.75M2.5 11.25 8 14l5.5-2.75" />,
} as const;

export type IconName = keyof typeof shapes;

/** The shapes, once for all pages. */
export const Sprite = () => (
  <svg hidden aria-hidden="true">
    {Object.entries(shapes).map(([name, shape]) => (
      <symbol key={name} id={`i-${name}`} viewBox="0 0 16 16">
        {shape}
      </symbol>
    ))}
  </svg>
);

/** A picture beside a text, for the eye only. */
export const Icon = ({ name, isBig = false }: { name: IconName; isBig?: boolean }) => (
  <svg class={isBig ? 'i big' : 'i'} aria-hidden="true">
    <use href={`#i-${name}`} />
  </svg>
);
