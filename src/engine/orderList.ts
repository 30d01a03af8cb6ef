/** A few orders, oldest first. A plain array would free and allocate memory as it shrinks and grows; this list keeps it. */
export class OrderList<Order> {
  readonly at: Order[] = [];
  length = 0;

  add(order: Order): void {
    const { at } = this;
    if (this.length === at.length) at.push(order);
    else at[this.length] = order;
    this.length++;
  }

  remove(order: Order): void {
    const { at } = this;
    const last = --this.length;
    let i = 0;
    while (at[i] !== order) i++;
    for (; i < last; i++) at[i] = at[i + 1]!;
  }

  copy(): Order[] {
    return this.at.slice(0, this.length);
  }
}
