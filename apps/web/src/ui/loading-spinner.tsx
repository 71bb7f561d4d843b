import { Center, Loader, Stack, Text } from '@mantine/core';

/** A spinner with its message; three sizes. */
export function LoadingSpinner({
  message = 'Loading...',
  size = 'md',
}: {
  message?: string;
  size?: 'sm' | 'md' | 'lg';
}) {
  return (
    <Stack align="center" gap="xs" role="status">
      <Loader size={size} type="dots" aria-hidden />
      <Text size={size === 'lg' ? 'lg' : 'sm'} c="dimmed">
        {message}
      </Text>
    </Stack>
  );
}

export function PageLoader() {
  return (
    <Center mih="50vh">
      <LoadingSpinner size="lg" />
    </Center>
  );
}
