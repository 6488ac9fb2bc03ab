import { render } from 'preact';
import { App } from './app.js';
import './styles/base.css';
import './styles/layout.css';
import './styles/parts.css';

// What the page shows before the program runs is replaced.
const place = document.getElementById('console')!;
place.replaceChildren();
render(<App />, place);
