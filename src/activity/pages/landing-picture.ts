import { html } from '../../i18n/html.ts';

/** A picture of money that flies from a phone into a satchel, in the colours of the theme. */
export const LANDING_PICTURE = html`
  <svg class="landing-picture" viewBox="0 0 360 260" width="360" height="260" aria-hidden="true">
    <circle class="wash" cx="192" cy="130" r="122"/>
    <path class="ground" d="M24 234h312"/>
    <rect class="sheet" x="56" y="46" width="112" height="188" rx="18"/>
    <rect class="mark" x="98" y="57" width="28" height="5" rx="2.5"/>
    <rect class="accent" x="72" y="80" width="58" height="13" rx="6.5"/>
    <rect class="mark" x="72" y="101" width="38" height="6" rx="3"/>
    <path class="ground" d="M72 122h80M72 156h80M72 190h80"/>
    <circle class="wash" cx="80" cy="139" r="8"/>
    <circle class="wash" cx="80" cy="173" r="8"/>
    <circle class="wash" cx="80" cy="207" r="8"/>
    <path class="sign" d="M80 135v8m-3-3 3 3 3-3M80 169v8m-3-3 3 3 3-3M80 211v-8m-3 3 3-3 3 3"/>
    <path class="words" d="M98 139h22M98 173h30M98 207h18M140 139h12M144 173h8M138 207h14"/>
    <path class="way" d="M150 72C176 14 246 12 258 108"/>
    <g class="coin"><circle cx="176" cy="42" r="15"/><circle cx="228" cy="44" r="15"/></g>
    <path class="bolt" d="m178 33-8 11h5l-1.5 7 8-10.5h-5zM230 35l-8 11h5l-1.5 7 8-10.5h-5z"/>
    <g transform="translate(192 115) scale(4.25)">
      <path class="handle" d="M11 9V7.5A3.5 3.5 0 0 1 14.5 4h3A3.5 3.5 0 0 1 21 7.5V9"/>
      <rect class="accent" x="2" y="9" width="28" height="19" rx="5"/>
      <path class="on-accent" d="M17.6 12 11.8 19.6h3.7l-1.1 5.4 5.8-7.7h-3.7z"/>
    </g>
  </svg>`;
