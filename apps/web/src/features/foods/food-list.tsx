import { Badge, Card, Group, Stack, Text } from '@mantine/core';
import type { Food } from '@stridewell/contract/foods/foods';
import { FOOD_CATEGORY_LABELS } from '@stridewell/contract/foods/foods.rules';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';
import classes from './foods.module.css';
import { nutrientsText } from './foods.wording.ts';

type FoodListProps<F extends Food> = {
  foods: readonly F[];
  /** Beside the name. */
  mark?: (food: F) => ReactNode;
};

/** Foods of one page after the other. A row opens its food. */
export const FoodList = <F extends Food>({ foods, mark }: FoodListProps<F>) => (
  <Card padding={0} component="ul" className={rows.divided} aria-label="Foods">
    {foods.map((food) => (
      <li key={food.id}>
        <Link
          to="."
          search={(before: Record<string, unknown>) => ({ ...before, open: food.id })}
          replace
          resetScroll={false}
          className={rows.link}
        >
          <FoodRow food={food} mark={mark?.(food)} />
          <IconChevronRight size={18} stroke={1.75} aria-hidden />
        </Link>
      </li>
    ))}
  </Card>
);

const FoodRow = ({ food, mark }: { food: Food; mark: ReactNode }) => (
  <span className={classes.row}>
    <Stack component="span" gap={0} miw={0}>
      <Group component="span" gap="xs">
        <Text span fw={600} className={classes.name}>
          {food.name}
        </Text>
        {mark}
        {food.hidden && <Badge color="gray">Hidden</Badge>}
      </Group>
      <Muted component="span" className={classes.name}>
        {[food.brand, FOOD_CATEGORY_LABELS[food.category]].filter(Boolean).join(', ')}
      </Muted>
    </Stack>
    <Text span size="sm">
      {nutrientsText(food)}
      <Muted component="span"> per 100 {food.unit}</Muted>
    </Text>
  </span>
);
