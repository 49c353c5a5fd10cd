import { axisSteps, counted, figure } from '../text/figures.ts';
import type { UsedDay } from './usage-rows.ts';

const WIDTH = 720;
const HEIGHT = 200;
const LEFT = 56;
const BOTTOM = 24;
const TOP = 8;
const LABELS = 6;

/** Credits by day as bars; the table of the same figures is for readers who do not see it. */
export function DayChart({ days }: { days: readonly UsedDay[] }) {
  const steps = axisSteps(Math.max(...days.map(({ credits }) => credits)));
  const highest = steps.at(-1) ?? 1;
  const width = (WIDTH - LEFT) / days.length;
  const yOf = (credits: number) => TOP + (HEIGHT - BOTTOM - TOP) * (1 - credits / highest);
  const every = Math.ceil(days.length / LABELS);
  return (
    <figure class="chart">
      <figcaption>Credits by day (UTC)</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summary(days)}>
        {steps.map((step) => (
          <g key={step}>
            <line x1={LEFT} x2={WIDTH} y1={yOf(step)} y2={yOf(step)} class="grid" />
            <text x={LEFT - 8} y={yOf(step) + 4} text-anchor="end">
              {figure(step)}
            </text>
          </g>
        ))}
        {days.map(({ day, credits, calls }, index) => (
          <g key={day}>
            <rect x={LEFT + index * width} y={TOP} width={width} height={HEIGHT - BOTTOM - TOP} class="hover">
              <title>{`${day}: ${counted(credits, 'credit')}, ${counted(calls, 'call')}`}</title>
            </rect>
            <rect
              x={LEFT + index * width + width * 0.15}
              width={width * 0.7}
              y={yOf(credits)}
              height={HEIGHT - BOTTOM - yOf(credits)}
              rx={2}
              class="bar"
            />
            {index % every === 0 && (
              <text
                x={LEFT + (index + 0.5) * width}
                y={HEIGHT - 6}
                text-anchor="middle"
                class={index % (2 * every) === 0 ? '' : 'alternate'}
              >
                {day.slice(5)}
              </text>
            )}
          </g>
        ))}
      </svg>
    </figure>
  );
}

function summary(days: readonly UsedDay[]): string {
  const credits = days.reduce((sum, day) => sum + day.credits, 0);
  const calls = days.reduce((sum, day) => sum + day.calls, 0);
  return `${counted(credits, 'credit')} for ${counted(calls, 'call')} in ${counted(days.length, 'day')}`;
}
