#!/usr/bin/env node
/**
 * Makes the images that browsers and link previews want as pixels, from src/publish/assets/icon.svg: favicon.ico,
 * apple-touch-icon.png and card.png. Needs chromium (`CHROMIUM` names an executable other than /usr/bin/chromium).
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ASSETS = join(dirname(fileURLToPath(import.meta.url)), '../src/publish/assets');
const ICON = readFileSync(join(ASSETS, 'icon.svg'), 'utf8');
const SQUARE = ICON.replace(' rx="7"', '');
const ICO_SIZE = 32;

const CARD = `<main>
<div class="brand">${ICON}<span>disclosed</span></div>
<p>Who buys and sells,<br>as filed</p>
<footer>Insiders · Congress · Funds · European managers</footer>
</main>
<style>
main { width: 1200px; height: 630px; box-sizing: border-box; padding: 80px 90px; display: flex; flex-direction: column;
  justify-content: space-between; background: #14324f; color: #fff; font-family: system-ui, "Noto Sans", "DejaVu Sans", sans-serif; }
.brand { display: flex; align-items: center; gap: 28px; font-size: 52px; font-weight: 700; letter-spacing: -1px; }
.brand svg { width: 84px; height: 84px; border: 3px solid #fff; border-radius: 20px; }
p { margin: 0; font-size: 92px; line-height: 1.12; font-weight: 700; letter-spacing: -3px; }
footer { font-size: 36px; color: #c9dcef; }
</style>`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
try {
  write('card.png', await picture(CARD, 1200, 630));
  // iOS rounds the corners itself.
  write('apple-touch-icon.png', await picture(SQUARE, 180, 180));
  write('favicon.ico', icoOf(await picture(ICON, ICO_SIZE, ICO_SIZE)));
} finally {
  await browser.close();
}

async function picture(content, width, height) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(
    `<style>body { margin: 0; } body > svg { display: block; width: 100%; }</style>${content}`,
  );
  const bytes = await page.screenshot({ omitBackground: true });
  await page.close();
  return bytes;
}

/** An icon file that holds one PNG. */
function icoOf(png) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(ICO_SIZE, 6);
  head.writeUInt8(ICO_SIZE, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

function write(name, bytes) {
  writeFileSync(join(ASSETS, name), bytes);
  console.log(`${name}: ${bytes.length} bytes`);
}
