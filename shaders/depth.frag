// Shadow map: depth alone.
void main() {}
