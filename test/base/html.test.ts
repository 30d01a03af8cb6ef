import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html } from '../../src/base/html.ts';

describe('html', () => {
  it('escapes text, keeps markup, joins lists, leaves out what is undefined', () => {
    const inner = [html`<b>${'1 < 2'}</b>`, html`<i>${undefined}</i>`];
    expect(html`<p title="${'"&\''}">${inner}</p>`.html).toBe('<p title="&#34;&#38;&#39;"><b>1 &#60; 2</b><i></i></p>');
  });

  it('lets no text open a tag or leave an attribute', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(html`${text}`.html).not.toMatch(/[<>"']/);
      }),
    );
  });
});
