import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mountApp, unmountApp } from './mount-app.ts';

afterEach(unmountApp);

test('the slider names its stops and its value goes to the engine', async () => {
  const { client } = await mountApp();
  const slider = page.getByRole('slider', { name: 'How different' });
  await expect.element(slider).toHaveAttribute('aria-valuetext', 'Balanced');
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(slider).toHaveAttribute('aria-valuetext', 'Hardly a common word');
  await expect.poll(() => client.requests.at(-1)?.options.distance).toBe(4);
});
