/** One run of text of a page: its size and place in points, from the lower left corner. */
export interface Run {
  text: string;
  size: number;
  x: number;
  y: number;
  /** In Courier, not in Helvetica. */
  isFixed?: boolean;
}

/** A PDF with these runs on its pages, as small as the format allows. */
export function smallPdf(pages: Run[][], { title }: { title?: string } = {}): Buffer {
  const contents = pages.map((runs) =>
    runs
      .map(
        ({ text, size, x, y, isFixed }) =>
          `BT /${isFixed ? 'F2' : 'F1'} ${size} Tf ${x} ${y} Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`,
      )
      .join('\n'),
  );
  const pageNumbers = pages.map((_, index) => 6 + index * 2);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageNumbers.map((number) => `${number} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
    `<< /CreationDate (D:20240305100000Z)${title ? ` /Title (${title})` : ''} >>`,
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${7 + index * 2} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(`${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
}
