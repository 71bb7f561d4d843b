import { Box, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from '../../lib/toasts.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { useAccountChange } from './identity.queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

export type TwoFactorSecrets = { totpURI: string; backupCodes: string[] };

type TwoFactorSetupProps = { secrets: TwoFactorSecrets; onClose: () => void };

const inFours = (text: string) => text.match(/.{1,4}/g)?.join(' ') ?? '';

/** Shows the key for the app, checks a code of the app, then shows the recovery codes once. */
export function TwoFactorSetup({ secrets, onClose }: TwoFactorSetupProps) {
  const [code, setCode] = useState('');
  const confirm = useAccountChange<{ code: string }>('/two-factor/verify-totp');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (confirm.isPending) return;
    confirm.mutate({ code: code.replaceAll(/\s/g, '') }, { onError: () => setCode('') });
  };
  if (confirm.isSuccess) {
    const done = () => {
      onClose();
      toast.success('Two-factor sign-in is on', 'From now on we ask for a code when you sign in.');
    };
    return <RecoveryCodes codes={secrets.backupCodes} onDone={done} />;
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text>Scan this with your authenticator app.</Text>
        <QrCode text={secrets.totpURI} />
        <Stack gap={6}>
          <Text size="sm" c="dimmed">
            Or type this key into the app:
          </Text>
          <Text
            size="lg"
            px="sm"
            py={10}
            bdrs="md"
            bg="var(--hover)"
            ff="monospace"
            style={{ userSelect: 'all' }}
            data-testid="secret"
          >
            {inFours(new URL(secrets.totpURI).searchParams.get('secret') ?? '')}
          </Text>
        </Stack>
        <ProblemAlert error={confirm.error} />
        <TextInput
          label="Code from the app"
          description="Six digits that change every half minute"
          required
          autoFocus
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={confirm.isPending}>
            Confirm
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Dark on white in both themes, because cameras read codes so. */
function QrCode({ text }: { text: string }) {
  const { data } = useQuery({
    queryKey: ['identity', 'qr', text],
    async queryFn() {
      const { create } = await import('qrcode');
      const { size, data: dots } = create(text, { errorCorrectionLevel: 'M' }).modules;
      const path = Array.from(dots, (dot, index) =>
        dot ? `M${index % size} ${Math.floor(index / size)}h1v1h-1z` : '',
      );
      return { size, path: path.join('') };
    },
    staleTime: Number.POSITIVE_INFINITY,
    // The text holds the secret.
    gcTime: 0,
  });
  if (!data) return <Skeleton h={184} w={184} />;
  return (
    <Box
      component="svg"
      display="block"
      w={184}
      p="sm"
      bdrs="lg"
      bg="#FFFFFF"
      viewBox={`0 0 ${data.size} ${data.size}`}
      role="img"
      aria-label="QR code with the key for your authenticator app"
      shapeRendering="crispEdges"
    >
      <path d={data.path} fill="#10201B" />
    </Box>
  );
}
