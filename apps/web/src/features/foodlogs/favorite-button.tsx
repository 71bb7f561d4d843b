import type { LoggableFood } from '@stridewell/contract/foodlogs/foodlogs';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useSetFavoriteFood } from './foodlogs.queries.ts';

/** Makes a food a favorite of the client, or ends that. */
export function FavoriteButton({ food: { id, name, favorite } }: { food: LoggableFood }) {
  const { mutateAsync } = useSetFavoriteFood();
  // With promises, because the toast outlives this dialog and with it the callbacks of `mutate`.
  const toggle = () =>
    void mutateAsync({ foodId: id, favorite: !favorite }).catch((error: unknown) =>
      toast.error(
        `${name} ${favorite ? 'is still a favorite' : 'was not added to your favorites'}`,
        messageOf(error, 'Check your connection and try again.'),
      ),
    );
  return (
    <IconButton
      label={`Favorite ${name}`}
      aria-pressed={favorite}
      icon={favorite ? IconStarFilled : IconStar}
      size={44}
      flex="none"
      onClick={toggle}
    />
  );
}
