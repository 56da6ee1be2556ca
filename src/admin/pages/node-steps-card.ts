import { type Content, type Html, html } from '../../i18n/html.ts';
import { card, type State, stateWord } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { RECEIVE_PATH, SEND_PATH } from '../../web/pages/paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import {
  NODE_STEPS,
  type NodeStep,
  type NodeStepState,
  type NodeStepStates,
  nextNodeStep,
} from '../node-steps.ts';
import { FUND_NODE_PATH, OPEN_CHANNEL_PATH } from './operate-paths.ts';

/** Shows how far a new node is from its first payments, and what to do next. */
export function nodeStepsCard(texts: PageTexts, states: NodeStepStates): Html {
  const words = texts.node.steps;
  const { digits } = texts.format;
  const done = NODE_STEPS.filter((step) => states[step] === 'done').length;
  const next = nextNodeStep(states);
  const item = (step: NodeStep, index: number): Html => html`
    <li>
      <p class="split"><span>${digits(index + 1)}. ${words.of[step].title}</span>
        ${stateWord(LOOKS[states[step]], words.states[states[step]])}</p>
      ${
        step === next || states[step] === 'going'
          ? html`<p class="hint">${words.of[step].why}</p>`
          : null
      }
      ${step === next ? html`<p class="actions">${wayTo(texts, step)}</p>` : null}
    </li>`;
  return card(
    words.title,
    html`
      <p class="hint">${words.lead({ done: digits(done), all: digits(NODE_STEPS.length) })}</p>
      <ol class="steps">${NODE_STEPS.map(item)}</ol>`,
  );
}

/**
 * A link to the page on which a step is done. There is none for catching up with the chain, which
 * the node does by itself.
 */
function wayTo({ actions, node, receive, send }: PageTexts, step: NodeStep): Content {
  switch (step) {
    case 'chain':
      return null;
    case 'bitcoin':
      return linkButton(node.fund.title, FUND_NODE_PATH, 'main');
    case 'channel':
      return linkButton(actions.openChannel.title, OPEN_CHANNEL_PATH, 'main');
    case 'room':
      return linkButton(node.room.title, '#room', 'main');
    case 'receive':
      return linkButton(receive.title, `${RECEIVE_PATH}?amount=100`, 'main');
    case 'send':
      return linkButton(send.title, SEND_PATH, 'main');
  }
}

const LOOKS: Readonly<Record<NodeStepState, State>> = {
  done: 'good',
  going: 'going',
  open: 'waiting',
};
