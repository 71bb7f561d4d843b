import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { onFirstSign } from '../../lib/intent.ts';
import { hasPasskeys } from '../../lib/passkey-support.ts';

const passkeys = () => import('../../lib/passkeys.ts');

type PasskeyButtonProps = {
  /** Also lets the browser suggest passkeys in the field for the address. */
  suggests?: boolean;
  onEntered: () => Promise<void>;
  onFailed: (error: unknown) => void;
};

/** Signs in with a passkey. Renders nothing in a browser without them. */
export function PasskeyButton({ suggests = false, onEntered, onFailed }: PasskeyButtonProps) {
  const [busy, setBusy] = useState(false);
  const latest = useRef({ onEntered, onFailed });
  latest.current = { onEntered, onFailed };
  useEffect(() => {
    if (!suggests || !hasPasskeys()) return undefined;
    let isLeft = false;
    // Asked once a person does anything, so that visits of robots ask for nothing.
    const stop = onFirstSign(async () => {
      const { suggestPasskeys } = await passkeys();
      if (isLeft) return;
      try {
        if (await suggestPasskeys()) await latest.current.onEntered();
      } catch (error) {
        if (!isLeft) latest.current.onFailed(error);
      }
    });
    return () => {
      isLeft = true;
      stop();
      void passkeys().then(({ stopSuggesting }) => stopSuggesting());
    };
  }, [suggests]);
  if (!hasPasskeys()) return null;

  async function enter() {
    setBusy(true);
    onFailed(null);
    try {
      const { signInWithPasskey } = await passkeys();
      await signInWithPasskey();
      await onEntered();
    } catch (error) {
      onFailed(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      variant="default"
      size="md"
      leftSection={<IconFingerprint size={18} aria-hidden />}
      loading={busy}
      onClick={() => void enter()}
    >
      Use a passkey
    </Button>
  );
}
