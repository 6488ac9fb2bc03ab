import { render } from 'preact';
import { App } from './app.js';
import './styles/base.css';
import './styles/layout.css';
import './styles/controls.css';
import './styles/tables.css';
import './styles/parts.css';

// Replaces the frame that the page shows before the program runs.
const place = document.getElementById('console')!;
place.replaceChildren();
render(<App />, place);
