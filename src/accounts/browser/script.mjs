// The script of the account pages. Everything except passkeys, copying and the print button works without it. It follows the passkey
// library in one file, and runs as a classic script.
(() => {
  const { startAuthentication, startRegistration } = globalThis.SimpleWebAuthnBrowser;

  for (const form of document.querySelectorAll('form[data-passkey]')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      runCeremony(form).catch((error) => show(form, explain(error)));
    });
  }

  for (const button of document.querySelectorAll('button[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', () => copy(button));
  }

  for (const button of document.querySelectorAll('button[data-print]')) {
    button.hidden = false;
    button.addEventListener('click', () => print());
  }

  /** Fetches the options, runs the ceremony in the browser, and sends the form with the result. */
  async function runCeremony(form) {
    const button = form.querySelector('button');
    button.disabled = true;
    try {
      const answer = await fetch(`${form.action}/options`, {
        method: 'POST',
        body: new URLSearchParams(new FormData(form)),
      });
      const options = await answer.json();
      if (!answer.ok) return show(form, options.message);
      const start = form.dataset.passkey === 'create' ? startRegistration : startAuthentication;
      form.elements.namedItem('response').value = JSON.stringify(await start({ optionsJSON: options }));
      form.submit();
    } finally {
      button.disabled = false;
    }
  }

  function show(form, message) {
    const alert = form.querySelector('[role=alert]');
    alert.textContent = message;
    alert.hidden = false;
  }

  function explain(error) {
    if (error.name === 'NotAllowedError') return 'No passkey was used. Try again when you are ready.';
    if (error.name === 'InvalidStateError') return 'This device already has a passkey for this account.';
    return `The browser failed: ${error.message}`;
  }

  async function copy(button) {
    const source = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(source.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(source);
      button.textContent = 'Press Ctrl+C';
    }
  }
})();
